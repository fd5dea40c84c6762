import { renderMarkdown } from './renderMarkdown';

/** Text that a user wrote in Markdown. */
export function Markdown({ source }: { source: string }) {
  const html = renderMarkdown(source);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by renderMarkdown
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
