import DOMPurify from 'dompurify';
import { asWritten, lexed } from './markdown-parsing.ts';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener nofollow');
    if (node.getAttribute('href')?.startsWith('http')) node.setAttribute('target', '_blank');
  }
});

export const sanitized = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    ADD_ATTR: ['target'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'video', 'audio'],
    FORBID_ATTR: ['style', 'id', 'class', 'name'],
  });

export const markdownHtml = (markdown: string): string => sanitized(asWritten(lexed(markdown)));
