import sanitizeHtml from 'sanitize-html';
import { isHeavyMarkdown } from '../../../domain/text/markdown-load.ts';
import type { DrawnMarkdown } from '../shared/markdown/drawn-markdown.ts';
import { asWritten, everyToken, lexed, type Token } from '../shared/markdown/markdown-parsing.ts';
import { plainText } from '../shared/markdown/plain-text.ts';

/** Longer texts are rendered in the browser, so that no text blocks the server for everyone. */
const LONGEST = 6000;
const MOST_MARKS = 600;
const KEPT = 200;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Only DOMPurify, in the browser, may judge other tokens, above all the author's own HTML. */
const KINDS = new Set([
  ...['space', 'paragraph', 'text', 'escape', 'br', 'heading', 'hr', 'strong', 'em', 'del', 'code', 'codespan'],
  ...['blockquote', 'list', 'list_item', 'table', 'link'],
]);
const ADDRESS = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

const isPlain = (token: Token): boolean =>
  KINDS.has(token.type) && (token.type !== 'link' || ADDRESS.test(token.href)) && !('task' in token && token.task);

const SANITIZED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...HEADINGS,
  ],
  allowedAttributes: { a: ['href', 'title', 'rel', 'target'], ol: ['start'], th: ['align'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attributes) => ({
      tagName,
      attribs: {
        ...attributes,
        rel: 'noopener nofollow',
        ...(attributes.href?.startsWith('http') ? { target: '_blank' } : {}),
      },
    }),
  },
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function html(markdown: string): string | null {
  if (markdown.length > LONGEST || isHeavyMarkdown(markdown, MOST_MARKS)) return null;
  try {
    const tokens = lexed(markdown);
    return everyToken(tokens, isPlain) ? sanitizeHtml(asWritten(tokens), SANITIZED) : null;
  } catch {
    return null;
  }
}

const kept = new Map<string, DrawnMarkdown>();

export function drawMarkdown(markdown: string): DrawnMarkdown {
  const before = kept.get(markdown);
  if (before) return before;
  const whole = html(markdown);
  const drawn = { html: whole ?? escaped(plainText(markdown)), isWhole: whole !== null };
  kept.set(markdown, drawn);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return drawn;
}
