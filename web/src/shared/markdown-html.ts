import DOMPurify from 'dompurify';
import { asWritten, lexed } from './markdown-parsing.ts';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener nofollow');
    if (node.getAttribute('href')?.startsWith('http')) node.setAttribute('target', '_blank');
  }
});

/** Markdown that anyone may have written, as HTML that nobody can do harm with. */
export const markdownHtml = (markdown: string): string =>
  DOMPurify.sanitize(asWritten(lexed(markdown)), {
    USE_PROFILES: { html: true },
    ADD_ATTR: ['target'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'video', 'audio'],
    FORBID_ATTR: ['style', 'id', 'class', 'name'],
  });
