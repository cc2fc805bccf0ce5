import DOMPurify from 'dompurify';
import { Marked } from 'marked';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener nofollow');
    if (node.getAttribute('href')?.startsWith('http')) node.setAttribute('target', '_blank');
  }
});

/** The page's own headings are h1 and h2; whatever an author calls first stands below them. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth = Math.min(6, token.depth + 2);
  },
});

/** Markdown that anyone may have written, as HTML that nobody can do harm with. */
export const markdownHtml = (markdown: string): string =>
  DOMPurify.sanitize(marked.parse(markdown, { async: false }), {
    USE_PROFILES: { html: true },
    ADD_ATTR: ['target'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'video', 'audio'],
    FORBID_ATTR: ['style', 'id', 'class', 'name'],
  });
