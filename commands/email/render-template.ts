import { convert } from 'html-to-text';
import { Marked, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { ActionWords } from '../../domain/email-template/built-in-templates.ts';
import type { EmailText } from '../../domain/email-template/email-text.ts';
import { type Placeholder, replacePlaceholders } from '../../domain/email-template/placeholders.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { asValue, oneLine, withoutLinks } from '../../domain/text/inserted-text.ts';
import { isHeavyMarkdown } from '../../domain/text/markdown-load.ts';

export type EmailValues = Readonly<Record<Placeholder, string>>;

export interface EmailAction extends ActionWords {
  readonly link: string;
}

/** A line of the portal below the text. */
export interface EmailDetail {
  readonly words: string;
  /** A web address, or null. */
  readonly link: string | null;
}

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LINK = 'applicationLink' satisfies Placeholder;
const NAMES: readonly string[] = ['firstName', 'lastName', 'orgName'] satisfies Placeholder[];
/** A longer name could carry a message, so it is cut. */
const LONGEST_NAME = 100;
const SCHEMES = ['http', 'https', 'mailto'];
const SAFE_ADDRESS = /^(https?|mailto):/i;
/** Replaces the n-th value while the markdown is parsed. */
const MARK = /\uE000(\d+)\uE001/g;
const MARK_IN_ADDRESS = /%EE%80%80(\d+)%EE%80%81/g;
/** Deeper nesting is omitted from the text part. */
const MAX_DEPTH = 200;
const MOST_MARKS = 2000;
const BORDERS = /\|/g;
const MOST_BORDERS = 1000;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Breaks names that look like an address, so that no mail program makes them links. `longest`: characters. */
export function asName(text: string, longest = LONGEST_NAME): string {
  const cut = text.length > longest ? `${cutText(text, longest)}\u2026` : text;
  return withoutLinks(cut);
}

/**
 * Inserts typed values after parsing, so that they become no markdown, HTML or links and break no header. `details` are
 * lines of the portal below the text. The action is
 * a separate block below the template's text, which then has no links except the application's.
 */
export function renderTemplate(
  { subject, body }: EmailText,
  values: EmailValues,
  { action = null, details = [] }: { action?: EmailAction | null; details?: readonly EmailDetail[] } = {},
): RenderedEmail {
  const rawOf = (name: string): string => (Object.hasOwn(values, name) ? asValue(values[name as Placeholder]) : '');
  const textOf = (name: string): string => (NAMES.includes(name) ? asName(rawOf(name)) : rawOf(name));
  const names: string[] = [];
  const marked = replacePlaceholders(body.toWellFormed().replace(/[\uE000\uE001]/g, ''), (name) => {
    if (name === LINK) return textOf(name);
    return `\uE000${names.push(name) - 1}\uE001`;
  });
  const fill = (content: string, written: (value: string) => string) =>
    content
      .replace(MARK, (_, index: string) => written(textOf(names[Number(index)] ?? '')))
      .replace(MARK_IN_ADDRESS, (_, index: string) => encodeURIComponent(rawOf(names[Number(index)] ?? '')));

  const { html, text } = bothParts(marked, action === null ? null : textOf(LINK));
  return {
    subject: oneLine(replacePlaceholders(subject.toWellFormed(), textOf)),
    text: [
      fill(text, String).trim(),
      ...(details.length > 0 ? [details.map(detailText).join('\n')] : []),
      ...(action ? [actionText(action)] : []),
    ].join('\n\n'),
    html: page(`<div>${fill(html, escapeHtml)}</div>${detailsBlock(details)}${action ? actionBlock(action) : ''}`),
  };
}

const actionText = ({ note, label, link }: EmailAction): string => `${'_'.repeat(40)}\n\n${note}\n\n${label}:\n${link}`;

const detailText = ({ words, link }: EmailDetail): string => (link === null ? words : `${words} ${link}`);

const detailHtml = ({ words, link }: EmailDetail): string => {
  const address = link === null ? '' : escapeHtml(link);
  return escapeHtml(words) + (address && ` <a href="${address}" rel="noopener">${address}</a>`);
};

const detailsBlock = (details: readonly EmailDetail[]): string =>
  details.length === 0
    ? ''
    : `<p style="padding:12px 16px;border-radius:6px;background:#f5f5f4">${details.map(detailHtml).join('<br>')}</p>`;

const actionBlock = ({ note, label, link }: EmailAction): string => `
<div style="margin-top:24px;padding-top:8px;border-top:1px solid #d6d3d1">
<p>${escapeHtml(note)}</p>
<p><a href="${escapeHtml(link)}" rel="noopener" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1c1917;color:#fff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="font-size:14px">If the button does not work, copy this address into your browser:<br><a href="${escapeHtml(link)}" rel="noopener">${escapeHtml(link)}</a></p>
</div>`;

interface Parts {
  readonly html: string;
  readonly text: string;
}

/** Markdown with excessive nesting or emphasis is shown unformatted. */
function bothParts(markdown: string, onlyLink: string | null): Parts {
  const borders = markdown.match(BORDERS)?.length ?? 0;
  if (borders > MOST_BORDERS || isHeavyMarkdown(markdown, MOST_MARKS)) return asItStands(markdown);
  try {
    const html = sanitizeHtml(readerFor(onlyLink).parse(markdown, { async: false }), SANITIZED);
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
 * No HTML, no images, only web and mail addresses. With `onlyLink`, other addresses are written beside their labels.
 */
const readerFor = (onlyLink: string | null): Marked =>
  new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      link({ href, text, tokens }: Tokens.Link) {
        const label = this.parser.parseInline(tokens);
        if (!SAFE_ADDRESS.test(href)) return label;
        if (onlyLink !== null && href !== onlyLink) {
          const isShown = ['', 'mailto:', 'http://'].some((scheme) => href === scheme + text);
          return isShown ? label : `${label} (${escapeHtml(href)})`;
        }
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
    /** On its own line, so that mail programs find its end. */
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
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px;overflow-wrap:anywhere">
${content}</div></body></html>`;
