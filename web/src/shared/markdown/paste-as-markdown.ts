import type { ClipboardEvent } from 'react';

/** Longer HTML is pasted as its plain text. */
const LONGEST = 300_000;

const load = () => import('./markdown-of-html.ts');

/** For a text that is markdown: keeps the headings, lists and links of a pasted text. Pasting as plain text stays plain. */
export function pasteAsMarkdown(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const html = event.clipboardData.getData('text/html');
  const plain = event.clipboardData.getData('text/plain');
  const input = event.currentTarget;
  if (html === '' || html.length > LONGEST || input.readOnly) return;
  event.preventDefault();
  void load()
    .then(({ markdownOfHtml }) => markdownOfHtml(html))
    .catch(() => plain)
    .then((markdown) => insert(input, markdown === '' ? plain : markdown));
}

/** As typed text, so that the browser can undo it. */
function insert(input: HTMLTextAreaElement, text: string): void {
  input.focus();
  if (document.execCommand('insertText', false, text)) return;
  input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
