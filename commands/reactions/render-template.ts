import { Marked, type Tokens } from 'marked';

/** Who and what a mail is about; links are Intake's own. */
export interface MailValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly orgName: string;
  readonly applicationLink: string;
  readonly actionLink: string;
}

/** A template's text (D29): markdown with `{{placeholders}}`. */
export interface MailTemplate {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
const LINKS: readonly string[] = ['applicationLink', 'actionLink'] satisfies (keyof MailValues)[];
const SAFE_ADDRESS = /^(https?:|mailto:)/i;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
/** What would turn the direction of the words around it. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** No HTML of the author's own, no pictures, no addresses but web and mail: what comes out needs no further cleaning. */
const markdown = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    image: ({ text }: Tokens.Image) => escapeHtml(text),
    link({ href, tokens }: Tokens.Link) {
      const label = this.parser.parseInline(tokens);
      if (!SAFE_ADDRESS.test(href)) return label;
      const address = href.replace(/\uE000(\d+)\uE001/g, '%EE%80%80$1%EE%80%81');
      return `<a href="${escapeHtml(address)}" rel="noopener nofollow">${label}</a>`;
    },
  },
});

/**
 * Fills a template. What people typed goes in as text: it can become neither markdown nor HTML, nor break a header line. In
 * the HTML it is put in after the markdown has been read, in place of characters that nobody types.
 */
export function renderTemplate({ subject, body }: MailTemplate, values: MailValues): RenderedMail {
  const named = (name: string): string =>
    Object.hasOwn(values, name) ? oneLine(values[name as keyof MailValues].replace(TURNS, '')) : '';
  const plain = (text: string) => text.replace(PLACEHOLDER, (_, name: string) => named(name));

  const names: string[] = [];
  const marked = body.replace(/[\uE000\uE001]/g, '').replace(PLACEHOLDER, (_, name: string) => {
    if (LINKS.includes(name)) return named(name);
    return `\uE000${names.push(name) - 1}\uE001`;
  });
  const value = (index: string) => named(names[Number(index)] ?? '');
  const html = (markdown.parse(marked) as string)
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => escapeHtml(value(index)))
    .replace(/%EE%80%80(\d+)%EE%80%81/g, (_, index: string) => encodeURIComponent(value(index)));

  const text = body
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, '$1:\n$2')
    .replaceAll(/[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}/g, '');
  return { subject: oneLine(plain(subject)), text: plain(text).trim(), html: page(html) };
}

const page = (content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f5f5f4;font:16px/1.5 system-ui,sans-serif;color:#1c1917">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
${content}</div></body></html>`;
