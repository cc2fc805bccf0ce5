import { isDeepStrictEqual } from 'node:util';
import { inPages } from '../../timing/in-pages.ts';
import type { Collection } from '../document-store/port.ts';
import type { Difference } from './contract.ts';
import { CHECKPOINT_ID } from './generation.ts';
import { MARK } from './quarantine.ts';
import type { FoldedDocument } from './routing.ts';

const PAGE = 500;
const LOOKS = 20;

interface Compared {
  readonly projection: string;
  readonly live: { readonly collection: Collection<FoldedDocument> };
  readonly fresh: { readonly collection: Collection<FoldedDocument> };
}

export async function* compareGenerations(
  { projection, live, fresh }: Compared,
  nextBoundary: () => Promise<void>,
): AsyncIterable<Difference> {
  const suspects: string[] = [];
  const left = documentsOf(live.collection);
  const right = documentsOf(fresh.collection);
  let one = await left.next();
  let other = await right.next();
  while (!one.done || !other.done) {
    const a = one.done ? undefined : one.value;
    const b = other.done ? undefined : other.value;
    const order = !a ? 1 : !b ? -1 : compareIds(a._id, b._id);
    if (order !== 0 || !isDeepStrictEqual(a, b)) suspects.push(order > 0 ? (b?._id ?? '') : (a?._id ?? ''));
    if (order <= 0) one = await left.next();
    if (order >= 0) other = await right.next();
  }
  for (const id of suspects) {
    const difference = await differenceAt({ live, fresh }, id, nextBoundary);
    if (difference) yield { projection, id, ...difference };
  }
}

/** UTF-8 byte order, as both stores sort. */
const compareIds = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

async function* documentsOf(collection: Collection<FoldedDocument>): AsyncGenerator<FoldedDocument, undefined> {
  for await (const { documents } of inPages((from) => collection.find({}, { limit: PAGE, ...from }))) {
    for (const document of documents) if (document._id !== CHECKPOINT_ID) yield document;
  }
}

async function differenceAt(
  { live, fresh }: Pick<Compared, 'live' | 'fresh'>,
  id: string,
  nextBoundary: () => Promise<void>,
): Promise<Pick<Difference, 'members' | 'isQuarantined'> | undefined> {
  for (let look = 1; ; look += 1) {
    await nextBoundary();
    const [a, b] = await Promise.all([live.collection.get(id), fresh.collection.get(id)]);
    if (isDeepStrictEqual(a, b)) return undefined;
    if (a?._pos !== b?._pos && look < LOOKS) continue;
    const names = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
    const members = [...names].filter((name) => !isDeepStrictEqual(a?.[name], b?.[name]));
    return { members, isQuarantined: a?.[MARK] !== undefined && b?.[MARK] === undefined };
  }
}
