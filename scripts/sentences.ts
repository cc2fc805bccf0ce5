import { parseSync } from 'vite';
import { nodesOf, type SyntaxNode } from './syntax-nodes.ts';

interface Node extends SyntaxNode {
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
  readonly callee?: { readonly name?: string };
  readonly children?: readonly Node[];
}

/**
 * Sentences for people in a source: texts of three words or more in which a sentence ends. Values are `…`. The parts of a sentence
 * with an element in it, such as a link, are none.
 */
export function sentencesIn(file: string, source: string): readonly string[] {
  const unread = new Set<unknown>();
  const found: string[] = [];
  for (const node of nodesOf<Node>(parseSync(file, source).program)) {
    // Programmers read errors.
    if (unread.has(node) || /^Import/.test(node.type) || /Error$/.test(node.callee?.name ?? '')) {
      for (const child of Object.values(node).flat()) unread.add(child);
      continue;
    }
    for (const part of partsOf(node)) unread.add(part);
    const text = textOf(node);
    if (text && isSentence(text)) found.push(text);
  }
  return found;
}

function textOf({ type, value, quasis }: Node): string | null {
  const isText = type === 'JSXText' || type === 'Literal';
  const text = isText ? value : quasis?.map(({ value: { cooked } }) => cooked ?? '').join('…');
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : null;
}

/** Texts beside elements or values that are no sentences without these. */
function partsOf({ children = [] }: Node): readonly Node[] {
  const told = children.filter((child) => textOf(child) !== '');
  return told.length < 2 ? [] : told.filter((child) => !/^\p{Lu}.*[.?!]$/u.test(textOf(child) ?? ''));
}

const isSentence = (text: string): boolean =>
  (/[.?!]$/.test(text) || /\p{Ll}[.?!] \p{Lu}/u.test(text)) && (text.match(/\p{L}[\p{L}’']+/gu) ?? []).length >= 3;
