/** The members of an ESTree node that scripts here use. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** All nodes below a tree, itself included, in the order of the source. */
export function* nodesOf<Node extends SyntaxNode = SyntaxNode>(tree: unknown): Generator<Node> {
  const pending = [tree];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node) yield node as Node;
    pending.push(...Object.values(node).reverse());
  }
}
