import { inPages } from '../../timing/in-pages.ts';
import type { Collection, Document, Filter, FindOptions, Page } from '../document-store/port.ts';
import { CHECKPOINT_ID, HIDDEN } from './generation.ts';
import { unmarked } from './quarantine.ts';
import type { FoldedDocument } from './routing.ts';

const PAGE = 1000;

const isVisible = (document: FoldedDocument): boolean => document[HIDDEN] !== true;

/** Hides checkpoint, tombstones and quarantine marks. */
export function visible<Doc extends Document>(collection: Collection<FoldedDocument>) {
  const find = async (filter: Filter, options: FindOptions = {}): Promise<Page<Doc>> => {
    const { limit } = options;
    const documents: FoldedDocument[] = [];
    let cursor = options.cursor;
    for (;;) {
      const page: Page<FoldedDocument> = await collection.find(filter, {
        ...options,
        ...(limit === undefined ? {} : { limit: limit - documents.length }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      for (const document of page.documents) if (isVisible(document)) documents.push(unmarked(document));
      cursor = page.cursor;
      if (cursor === undefined || limit === undefined || documents.length >= limit) break;
    }
    const found = documents as unknown as Doc[];
    return cursor === undefined ? { documents: found } : { documents: found, cursor };
  };
  return {
    find,
    async get(id: string): Promise<Doc | undefined> {
      const document = id === CHECKPOINT_ID ? undefined : await collection.get(id);
      return document && isVisible(document) ? (unmarked(document) as unknown as Doc) : undefined;
    },
    async getMany(ids: readonly string[]): Promise<readonly Doc[]> {
      return (await collection.getMany(ids)).filter(isVisible).map(unmarked) as unknown as Doc[];
    },
    /** Hidden documents have no members: only a filter for absence could match them. */
    async count(filter: Filter): Promise<number> {
      if (Object.values(filter).some((wanted) => wanted !== null && ![wanted].flat().includes(null))) {
        return collection.count(filter);
      }
      let count = 0;
      for await (const { documents } of inPages((from) => find(filter, { limit: PAGE, ...from }))) {
        count += documents.length;
      }
      return count;
    },
  };
}
