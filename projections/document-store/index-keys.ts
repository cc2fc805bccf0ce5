import type { CollectionSpec } from './port.ts';

export interface IndexKey {
  readonly name: string;
  readonly members: readonly string[];
}

/** Every index that a store creates: `_id` orders the entries of a member's own index. */
export const indexKeysOf = ({ indexes, compound = [] }: Pick<CollectionSpec, 'indexes' | 'compound'>): IndexKey[] => [
  ...indexes.map((index) => ({ name: index, members: [index, '_id'] })),
  ...compound.map((members) => ({ name: members.join('+'), members })),
];
