import TurndownService from 'turndown';

/** What the markdown of this product draws: headings, bold, italics, lists, links and code. Everything else is its text. */
const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  hr: '---',
});

const styleOf = (node: Element): string => node.getAttribute('style')?.toLowerCase().replaceAll(' ', '') ?? '';
const isElement = (node: Node): node is Element => node.nodeType === 1;
const isNamed = (node: Node, ...names: readonly string[]): boolean => names.includes(node.nodeName.toLowerCase());

const HARMLESS = ['http:', 'https:', 'mailto:', 'tel:'];
function isSafe(address: string): boolean {
  try {
    return HARMLESS.includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** A mark goes beside the words, not beside the spaces around them. */
function marked(content: string, mark: string): string {
  const words = content.trim();
  if (words === '' || words.includes('\n\n')) return content;
  const start = content.length - content.trimStart().length;
  return `${content.slice(0, start)}${mark}${words}${mark}${content.slice(start + words.length)}`;
}

service.remove(['script', 'style', 'title', 'iframe', 'object', 'noscript']);
/** Word writes the bullet or number of a list as text, and says only in a style that it is one. */
const isWordMarker = (node: Node): boolean => isElement(node) && styleOf(node).includes('mso-list:ignore');
/** Its level from 1, or none for other paragraphs. */
function levelOfWordItem(node: Node): number | undefined {
  if (!isNamed(node, 'p') || !isElement(node)) return undefined;
  const list = styleOf(node)
    .split(';')
    .find((rule) => rule.startsWith('mso-list:'));
  return list === undefined ? undefined : Number(/level(\d)/.exec(list)?.[1] ?? 1);
}
const isWordItem = (node: Node): boolean => levelOfWordItem(node) !== undefined;

service.addRule('pictures', { filter: ['img', 'picture', 'video', 'audio', 'canvas'], replacement: () => '' });
service.addRule('word list', {
  filter: isWordItem,
  replacement(content, node) {
    const element = node as Element;
    const level = levelOfWordItem(element) ?? 1;
    const marker = Array.from(element.querySelectorAll('span')).find(isWordMarker)?.textContent ?? '';
    const isNumbered = /^[\s(]*[\da-z]{1,4}[.)]/i.test(marker);
    const next = element.nextElementSibling;
    const end = next && isWordItem(next) ? '' : '\n\n';
    const before = element.previousElementSibling;
    const start = before && isWordItem(before) ? '\n' : '\n\n';
    return `${start}${'   '.repeat(level - 1)}${isNumbered ? '1.' : '-'} ${content.trim()}${end}`;
  },
});
/** Google Docs makes everything bold in a `b` that says that it is not. */
service.addRule('bold', {
  filter: (node) => isNamed(node, 'b', 'strong'),
  replacement: (content, node) =>
    /(^|;)font-weight:(normal|[1-5]00)/.test(styleOf(node as Element)) ? content : marked(content, '**'),
});
service.addRule('styled text', {
  filter: (node) => isNamed(node, 'span', 'font'),
  replacement(content, node) {
    if (isWordMarker(node)) return '';
    const style = styleOf(node as Element);
    const isHeading = (node as Element).closest('h1,h2,h3,h4,h5,h6') !== null;
    const isBold = !isHeading && /(^|;)font-weight:(bold|[6-9]00)/.test(style);
    const italic = /font-style:italic/.test(style) ? marked(content, '*') : content;
    return isBold ? marked(italic, '**') : italic;
  },
});
service.addRule('link', {
  filter: (node) => isNamed(node, 'a'),
  replacement(content, node) {
    const address = (node as Element).getAttribute('href')?.trim() ?? '';
    const words = content.trim();
    if (words === '' || !isSafe(address)) return content;
    return `[${words}](${new URL(address).href.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  },
});
/** A list item's paragraphs would draw a blank line between the items. */
service.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const list = node.parentElement;
    const marker = list?.nodeName === 'OL' ? `${Number(list.getAttribute('start') ?? 1) + indexIn(node)}. ` : '- ';
    const lines = content
      .trim()
      .replaceAll(/\n{2,}/g, '\n')
      .split('\n');
    const text = lines.join(`\n${' '.repeat(marker.length)}`);
    return `${marker}${text}${node.nextElementSibling ? '\n' : ''}`;
  },
});
/** Google Docs puts a list into a list, beside its items. */
service.addRule('list in a list', {
  filter: (node) =>
    isNamed(node, 'ul', 'ol') && isNamed(node.parentNode ?? node, 'ul', 'ol') && node.parentNode !== null,
  replacement: (content, node) =>
    `${content.trim().replaceAll(/^/gm, '  ')}${(node as Element).nextElementSibling ? '\n' : ''}`,
});
function indexIn(node: Node): number {
  let index = 0;
  for (let one = (node as Element).previousElementSibling; one; one = one.previousElementSibling) index += 1;
  return index;
}

/** The clipboard's HTML of a text processor as markdown. */
export const markdownOfHtml = (html: string): string =>
  service
    .turndown(html)
    .replaceAll('\u00a0', ' ')
    .replaceAll(/^[^\S\n]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
