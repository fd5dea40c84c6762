import DOMPurify from 'dompurify';
import { Marked, type Tokens } from 'marked';

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // An image would send a request to a server of the author's choice: shown as a link instead.
    image: ({ href, text }: Tokens.Image) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
    listitem(item: Tokens.ListItem) {
      return `<li${item.task ? ' data-task' : ''}>${this.parser.parse(item.tokens)}</li>\n`;
    },
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
  },
  walkTokens(token) {
    if (token.type === 'heading') token.depth = HEADING;
  },
});

/** The level of all headings: below the page's title. */
const HEADING = 3;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);

const purify = DOMPurify();
purify.addHook('afterSanitizeAttributes', element => {
  if (element.tagName !== 'A') return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

const allowed = {
  ALLOWED_TAGS: [
    ...[
      'a',
      'b',
      'blockquote',
      'br',
      'code',
      'del',
      'em',
      'h3',
      'hr',
      'i',
      'li',
      'ol',
      'p',
      'pre',
      's',
      'strong',
    ],
    ...['sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ],
  ALLOWED_ATTR: ['href', 'start', 'title'],
};

/** Renders Markdown as HTML that runs nothing, loads nothing and looks like the page around it. */
export function renderMarkdown(source: string): string {
  return purify.sanitize(marked.parse(source, { async: false }), allowed);
}
