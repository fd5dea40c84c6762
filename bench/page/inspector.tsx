/** The inspector of Redux DevTools, with a session in it. */
import { InspectorMonitor } from '@redux-devtools/inspector-monitor';
import { type ComponentType, useReducer } from 'react';
import { createRoot } from 'react-dom/client';

// Its props are those that its parent, `createDevTools` or the extension, hands down.
const Inspector = InspectorMonitor as unknown as ComponentType<Record<string, unknown>>;
type Update = typeof InspectorMonitor.update;

function Inspected({ lifted }: { readonly lifted: object }) {
  const [monitorState, dispatch] = useReducer(
    (state: ReturnType<Update> | undefined, action: Parameters<Update>[2]) =>
      InspectorMonitor.update({} as Parameters<Update>[0], state, action),
    InspectorMonitor.update({} as Parameters<Update>[0], undefined, {} as Parameters<Update>[2]),
  );
  return <Inspector {...lifted} monitorState={monitorState} dispatch={dispatch} />;
}

/** After the next frame has been painted. */
const nextFrame = () =>
  new Promise<void>(resolve =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    }),
  );

const root = document.getElementById('root') as HTMLElement;

async function mount(text: string): Promise<void> {
  root.style.height = '100vh';
  createRoot(root).render(<Inspected lifted={JSON.parse(text)} />);
  while (root.querySelector('[data-id]') === null) await nextFrame();
  // It measures its width a little later.
  await new Promise(resolve => setTimeout(resolve, 500));
}

/** Milliseconds from selecting an action, with the tab Diff, to the next frame; and what stands there then. */
async function opened(id: number): Promise<{ readonly ms: number; readonly text: string }> {
  const row = root.querySelector<HTMLElement>(`[data-id="${id}"]`);
  row?.scrollIntoView();
  await nextFrame();
  const start = performance.now();
  row?.click();
  await nextFrame();
  return { ms: performance.now() - start, text: root.innerText };
}

const inspector = { mount, opened };
/** What stands on the window of the page that is DevTools. */
export type InspectorPage = typeof inspector;
Object.assign(window, { inspector });
