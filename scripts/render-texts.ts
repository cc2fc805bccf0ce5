import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { nodesOf, type SyntaxNode } from './syntax-nodes.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{api,commands,domain,web/src}/**/*.{ts,tsx}';
const EXCLUDED = ['**/*.test.{ts,tsx}', '**/demo/**', 'domain/organization/reserved-names.ts'];

/** Each file belongs to the first part that its path begins with. Its files follow each other by name. */
const PARTS: readonly (readonly [heading: string, ...paths: string[]])[] = [
  ['Home', 'web/src/features/home/'],
  ['Programs and the application form', 'web/src/features/enroll/', 'web/src/embed/'],
  ['The application of an applicant', 'web/src/features/application/', 'web/src/shared/application/'],
  ['Quizzes and projects', 'web/src/features/assessment/'],
  ['Payments', 'web/src/features/payments/'],
  [
    'Logging in, signing up and the account',
    'web/src/features/account/',
    'web/src/features/session/',
    'web/src/shared/session/',
  ],
  ['The dashboard', 'web/src/features/dashboard/'],
  ['The panel of an application', 'web/src/features/application-panel/', 'web/src/features/staff-application/'],
  ['Notices', 'web/src/features/notices/'],
  ['Configuration', 'web/src/features/config/', 'web/src/shared/editor/'],
  ['Reports', 'web/src/features/reports/', 'web/src/shared/reports/', 'web/src/shared/charts/'],
  ['The past', 'web/src/features/history/', 'web/src/shared/as-of/', 'web/src/features/what-if/'],
  [
    'Audit log, security log and projections',
    'web/src/features/audit/',
    'web/src/features/security-log/',
    'web/src/features/projections/',
  ],
  ['Everywhere in the browser', 'web/src/'],
  [
    'Emails and messages',
    'commands/email/',
    'domain/text/groups/mail.ts',
    'domain/text/groups/digest.ts',
    'domain/text/groups/chat.ts',
    'domain/email-template/',
  ],
  ['What the server says', 'domain/text/'],
  ['Words of the domain', 'domain/'],
  ['Calls and their documents', 'api/contract/'],
  ['The command line', 'api/cli.ts', 'api/operator/'],
  ['The server’s log and answers', 'api/'],
  ['Commands', 'commands/'],
];

interface Node extends SyntaxNode {
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
  readonly children?: readonly Node[];
  readonly expression?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node;
  readonly elements?: readonly Node[];
  readonly name?: { readonly name?: string } | string;
  readonly key?: { readonly name?: string };
  readonly source?: Node;
}

/** All that people read, by screen, for reading in one sitting. Values are `…`. */
export function renderTexts(root = ROOT): string {
  const byPart = new Map(PARTS.map(([heading]) => [heading, new Map<string, readonly string[]>()]));
  for (const file of globSync(SOURCES, { cwd: root, exclude: EXCLUDED }).sort()) {
    const texts = textsIn(file, readFileSync(join(root, file), 'utf8'));
    const [heading] = PARTS.find(([, ...paths]) => paths.some((path) => file.startsWith(path))) ?? [];
    if (heading && texts.length > 0) byPart.get(heading)?.set(file, texts);
  }
  const lines = [
    '# Texts',
    '',
    '<!-- Written by `npm run docs` from the sources. -->',
    '',
    'Every text that people read, by screen, in the order of the sources; `…` stands for a value. `npm run docs` writes this page, and a test',
    'fails when it is not what the sources say. Each list names its file.',
  ];
  for (const [heading, files] of byPart) {
    if (files.size === 0) continue;
    lines.push('', `## ${heading}`);
    for (const [file, texts] of files) lines.push('', `\`${file}\``, '', ...texts.map((text) => `- ${text}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Attributes with words for browsers. */
const UNREAD = /^(?:className|rel|sandbox|allow)$/;

/** Members and attributes whose single words are texts. */
const NAMES =
  /^(?:label|title|name|placeholder|description|aria-label|ariaLabel|heading|message|text|note|hint|help|banner|next|summary|subject|body)$/;

export function textsIn(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const inside = new Set<unknown>();
  const isScreen = file.startsWith('web/src/');
  for (const node of nodesOf<Node>(parseSync(file, source).program)) {
    if (inside.has(node)) {
      for (const child of Object.values(node)) mark(child, inside);
      continue;
    }
    if (/^(?:Import|ExportAll|TSLiteralType)/.test(node.type)) {
      for (const child of Object.values(node)) mark(child, inside);
    } else if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const text = wordsOf(node.children ?? []);
      if (text !== '') found.push(text);
    } else if (node.type === 'JSXAttribute' || node.type === 'Property') {
      const named = typeof node.name === 'object' ? node.name.name : node.key?.name;
      const value = node.value as Node | null;
      const text = value ? literal(value) : null;
      if (text !== null && named !== undefined && NAMES.test(named) && (/^[A-Z]/.test(text) || isPhrase(text))) {
        found.push(text);
        inside.add(value);
      } else if (named !== undefined && UNREAD.test(named)) inside.add(value);
      else if (isScreen && node.type === 'Property') found.push(...singleWords([value]));
    } else if (isScreen && node.type === 'ConditionalExpression') {
      found.push(...singleWords([node.consequent, node.alternate]));
    } else if (isScreen && node.type === 'ArrayExpression') {
      found.push(...singleWords(node.elements ?? []));
    } else {
      const text = literal(node);
      if (text !== null && isText(text)) found.push(text);
    }
  }
  return [...new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()))];
}

/** Labels of one word, such as *Save*, that a screen chooses among or lists. */
const singleWords = (nodes: readonly (Node | null | undefined)[]): readonly string[] =>
  nodes.flatMap((node) => (node && /^\p{Lu}\p{Ll}+[….]?$/u.test(literal(node) ?? '') ? [literal(node) ?? ''] : []));

function mark(child: unknown, inside: Set<unknown>): void {
  for (const one of Array.isArray(child) ? child : [child])
    if (typeof one === 'object' && one !== null) inside.add(one);
}

function literal(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis ?? []).map(({ value: { cooked } }) => cooked ?? '').join('…');
}

/** The words directly in an element. Without any, its elements speak for themselves. */
function wordsOf(children: readonly Node[]): string {
  const parts = children.map((child) => {
    if (child.type === 'JSXText') return String(child.value).replace(/\s+/g, ' ');
    if (child.type !== 'JSXExpressionContainer' || !child.expression) return child.type === 'JSXElement' ? ' … ' : '';
    return literal(child.expression) === ' ' ? ' ' : '…';
  });
  const text = parts
    .join('')
    .replace(/(?:…\s*)+/g, '… ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim();
  return /\p{Letter}/u.test(text) ? text : '';
}

/** Values between the words do not count, nor do marks before them. */
function isText(text: string): boolean {
  const words = text
    .replaceAll('…', ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .replace(/^[ *·,.;:]+/, '');
  return [text, words].some((one) => isSentence(one) || isPhrase(one));
}

/** Begins with a capital and has a blank, a small letter and no signs of code. */
const isSentence = (text: string): boolean =>
  /^[“(…]*\p{Lu}/u.test(text) &&
  /\s/.test(text.trim()) &&
  /\p{Ll}/u.test(text) &&
  !/[<>=]|^(?:GET|POST|PUT|DELETE|CREATE|ALTER|DROP|PRAGMA|RELEASE|ROLLBACK|SAVEPOINT) |SELECT |INSERT /.test(text);

/** Begins with a small letter, as words do that a screen joins to others, and has two words and no signs of code. */
const isPhrase = (text: string): boolean =>
  /^[ ,.:;“(…]*\p{Ll}[\p{L}’'-]*[,;:]? \p{L}/u.test(text) &&
  !/[<>={}[\]$\\/_#|*+@&~^`"]|--|\w[.:(]\w|;$|^\(prefers-|^input, /.test(text);
