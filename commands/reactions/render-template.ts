import { convert } from 'html-to-text';
import { Marked, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { MailTemplate } from '../../domain/email-template/mail-template.ts';
import { type Placeholder, replacePlaceholders } from '../../domain/email-template/placeholders.ts';

/** Who and what a mail is about; links are Intake's own. */
export type MailValues = Readonly<Record<Placeholder, string>>;

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LINKS: readonly string[] = ['applicationLink', 'actionLink'] satisfies Placeholder[];
const SCHEMES = ['http', 'https', 'mailto'];
const SAFE_ADDRESS = new RegExp(`^(${SCHEMES.join('|')}):`, 'i');
/** Stands for the n-th value until the markdown has been read: characters that nobody types. */
const MARK = /\uE000(\d+)\uE001/g;
const MARK_IN_ADDRESS = /%EE%80%80(\d+)%EE%80%81/g;
/** What would turn the direction of the words around it. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;
/** Deeper than anybody writes; what is nested deeper is left out of the text part. */
const MAX_DEPTH = 200;
/** Where emphasis may begin or end. Each is looked at with all before it: of many, one mail would hold up everybody for seconds. */
const EMPHASIS = /[*_]+/g;
const MOST_EMPHASIS = 2000;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** Fit for a header: no line breaks and no other control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * Fills a template. What people typed goes in as text: it can become neither markdown nor HTML, nor break a header line. In
 * both parts it is put in after the markdown has been read, in place of marks.
 */
export function renderTemplate({ subject, body }: MailTemplate, values: MailValues): RenderedMail {
  const textOf = (name: string): string =>
    Object.hasOwn(values, name) ? oneLine(values[name as Placeholder].toWellFormed().replace(TURNS, '')) : '';
  const names: string[] = [];
  const marked = replacePlaceholders(body.toWellFormed().replace(/[\uE000\uE001]/g, ''), (name) => {
    if (LINKS.includes(name)) return textOf(name);
    return `\uE000${names.push(name) - 1}\uE001`;
  });
  const fill = (content: string, written: (value: string) => string) =>
    content
      .replace(MARK, (_, index: string) => written(textOf(names[Number(index)] ?? '')))
      .replace(MARK_IN_ADDRESS, (_, index: string) => encodeURIComponent(textOf(names[Number(index)] ?? '')));

  const { html, text } = bothParts(marked, textOf('actionLink'));
  return {
    subject: oneLine(replacePlaceholders(subject.toWellFormed(), textOf)),
    text: fill(text, String).trim(),
    html: page(fill(html, escapeHtml)),
  };
}

interface Parts {
  readonly html: string;
  readonly text: string;
}

/** Of markdown that is nested or emphasized beyond what can be read, the words as they stand. */
function bothParts(markdown: string, actionLink: string): Parts {
  if ((markdown.match(EMPHASIS)?.length ?? 0) > MOST_EMPHASIS) return asItStands(markdown);
  try {
    const html = sanitizeHtml(readerFor(actionLink).parse(markdown, { async: false }), SANITIZED);
    return { html, text: convert(html, AS_TEXT) };
  } catch (error) {
    if (!(error instanceof Error && /call stack/i.test(error.message))) throw error;
    return asItStands(markdown);
  }
}

function asItStands(markdown: string): Parts {
  const paragraphs = markdown.split(/\n\s*\n/).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  return { html: paragraphs.join('\n'), text: markdown };
}

/**
 * No HTML of the author's own, no pictures, no addresses but web and mail. The link that opens an account leads nowhere else:
 * an address that only contains it would hand it to somebody.
 */
const readerFor = (actionLink: string): Marked =>
  new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      link({ href, tokens }: Tokens.Link) {
        const label = this.parser.parseInline(tokens);
        const isLeak = actionLink !== '' && href !== actionLink && href.includes(actionLink);
        if (isLeak || !SAFE_ADDRESS.test(href)) return label;
        const address = href.replace(MARK, '%EE%80%80$1%EE%80%81');
        return `<a href="${escapeHtml(address)}" rel="noopener nofollow">${label}</a>`;
      },
    },
  });

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const SANITIZED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...HEADINGS,
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: SCHEMES,
  allowProtocolRelative: false,
};

const AS_TEXT: Parameters<typeof convert>[1] = {
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH },
  formatters: {
    /** An address on a line of its own, so that mail programs find its end. */
    address(element, walk, builder) {
      walk(element.children, builder);
      const { href } = element.attribs;
      const label = element.children.length === 1 ? element.children[0]?.data : undefined;
      if (href && href !== label) builder.addLiteral(`:\n${href}\n`);
    },
  },
  selectors: [
    { selector: 'a', format: 'address' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

const page = (content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f5f5f4;font:16px/1.5 system-ui,sans-serif;color:#1c1917">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
${content}</div></body></html>`;
