import DOMPurify from 'dompurify';
import { Marked } from 'marked';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener nofollow');
    if (node.getAttribute('href')?.startsWith('http')) node.setAttribute('target', '_blank');
  }
});

const marked = new Marked({ gfm: true, breaks: true });

/** The page's own headings are h1 and h2: whatever an author begins with stands below them, and no level is left out. */
function parsed(markdown: string): string {
  const tokens = marked.lexer(markdown);
  const headings: { depth: number }[] = [];
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading') headings.push(token as { depth: number });
  });
  const highest = Math.min(...headings.map(({ depth }) => depth));
  for (const heading of headings) heading.depth = Math.min(6, heading.depth - highest + 3);
  return marked.parser(tokens);
}

/** Markdown that anyone may have written, as HTML that nobody can do harm with. */
export const markdownHtml = (markdown: string): string =>
  DOMPurify.sanitize(parsed(markdown), {
    USE_PROFILES: { html: true },
    ADD_ATTR: ['target'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'video', 'audio'],
    FORBID_ATTR: ['style', 'id', 'class', 'name'],
  });
