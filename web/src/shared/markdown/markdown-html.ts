import DOMPurify from 'dompurify';
import { asWritten, lexed } from './markdown-parsing.ts';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener nofollow');
    if (node.getAttribute('href')?.startsWith('http')) node.setAttribute('target', '_blank');
  }
});

/** HTML that anyone may have written, as nobody can do harm with it. */
export const sanitized = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    ADD_ATTR: ['target'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'video', 'audio'],
    FORBID_ATTR: ['style', 'id', 'class', 'name'],
  });

/** Markdown that anyone may have written, as HTML that nobody can do harm with. */
export const markdownHtml = (markdown: string): string => sanitized(asWritten(lexed(markdown)));
