import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Diagnostics } from 'recheck';
import { parseSync } from 'vite';
import { nodesOf, type SyntaxNode } from './syntax-nodes.ts';

const ROOT = join(import.meta.dirname, '..');
/** Without tests, which only match their own texts. */
const SOURCES = '{api,bench,commands,domain,projections,scripts,timing,web}/**/*.{ts,tsx,js,cjs}';
const TESTS = ['**/*.test.{ts,tsx}', '**/node_modules/**'];

/** Steps limit the search, not seconds, so that a busy machine has the same verdict. */
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null };
const QUANTIFIER = /[*+{]/;
const MATCHERS = ['match', 'matchAll', 'search'];

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}
interface Node extends SyntaxNode {
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: Node & { readonly name?: string; readonly property?: { readonly name?: string } };
  readonly arguments?: readonly (Node & { readonly value?: unknown })[];
}

/** Finds regular expressions that can take more than linear time, and those built at run time, which cannot be checked. */
export const findSlowPatterns = async (root = ROOT): Promise<readonly string[]> => {
  const files = globSync(SOURCES, { cwd: root, exclude: TESTS }).sort();
  const found = await Promise.all(files.map((file) => slowPatternsIn(file, readFileSync(join(root, file), 'utf8'))));
  return found.flat();
};

async function slowPatternsIn(file: string, text: string): Promise<readonly string[]> {
  const patterns: Pattern[] = [];
  const findings: string[] = [];
  for (const node of nodesOf<Node>(parseSync(file, text).program)) {
    const place = () => `${file}:${text.slice(0, node.start).split('\n').length}`;
    if (node.regex) patterns.push({ place: place(), source: node.regex.pattern, flags: node.regex.flags });
    if (isBuilt(node)) findings.push(`${place()}: a pattern built at run time cannot be checked. Write it as /…/.`);
  }
  const verdicts = await Promise.all(patterns.filter(({ source }) => QUANTIFIER.test(source)).map(verdictOn));
  return [...findings, ...verdicts.filter((verdict) => verdict !== undefined)];
}

function isBuilt({ type, callee, arguments: [argument] = [] }: Node): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  if (callee?.name === 'RegExp') return true;
  const isText = argument?.type === 'TemplateLiteral' || typeof argument?.value === 'string';
  return isText && MATCHERS.includes(callee?.property?.name ?? '');
}

const verdicts = new Map<string, Promise<Diagnostics>>();

async function verdictOn({ place, source, flags }: Pattern): Promise<string | undefined> {
  const pattern = `/${source}/${flags}`;
  const verdict = verdicts.get(pattern) ?? check(source, flags, LIMITS);
  verdicts.set(pattern, verdict);
  const found = await verdict;
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `${place}: ${pattern} could not be checked: ${found.error.kind}`;
  return `${place}: ${pattern} takes more than linear time: ${found.complexity.summary}, as on ${found.attack.pattern}`;
}
