import { useData, useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { nextTick, onMounted, watch } from 'vue';
import './style.css';

/** The front page has no main landmark of its own. */
function markMain() {
  const { frontmatter } = useData();
  const route = useRoute();
  const mark = async () => {
    await nextTick();
    const content = document.getElementById('VPContent');
    if (frontmatter.value.layout === 'home') content?.setAttribute('role', 'main');
    else content?.removeAttribute('role');
  };
  onMounted(mark);
  watch(() => route.path, mark, { flush: 'post' });
}

export default { extends: DefaultTheme, setup: markMain };
