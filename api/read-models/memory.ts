import { LRUCache } from 'lru-cache';
import { categoryOf } from '../../domain/event-sourcing/streams.ts';
import type { Document } from '../../projections/document-store/port.ts';
import type { ReadModel } from '../../projections/engine/contract.ts';
import type { EventPage } from '../../projections/engine/event-source.ts';

/** Documents per category. */
const MOST = 2000;

/** Caches what every request needs: organizations, batches, processes. An event evicts its category, which stays uncached until folded. */
export interface Memory {
  remember<Doc extends Document>(category: string, readModel: ReadModel<Doc>): ReadModel<Doc>;
  /** This process has appended; the read models will follow. */
  appended(stream: string, position: bigint): void;
  /** The read models have folded this page. */
  passed(page: EventPage): void;
  /** Evicts everything: the read models were replaced. */
  forget(): void;
}

interface Shelf {
  readonly answers: LRUCache<string, Promise<unknown>>;
  /** Events up to this position are not folded yet. */
  pending: bigint;
}

/** With other writing processes, a cached document could be older than the read model. */
export const FORGETFUL: Memory = {
  remember: (_category, readModel) => readModel,
  appended() {},
  passed() {},
  forget() {},
};

export function createMemory(): Memory {
  const shelves = new Map<string, Shelf>();
  let seen = 0n;
  const shelfOf = (category: string): Shelf => {
    const shelf = shelves.get(category) ?? { answers: new LRUCache({ max: MOST }), pending: 0n };
    shelves.set(category, shelf);
    return shelf;
  };

  return {
    remember(category, readModel) {
      const shelf = shelfOf(category);
      const recall = <Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> => {
        if (shelf.pending > 0n) return ask();
        const known = shelf.answers.get(key);
        if (known) return known as Promise<Answer>;
        const { answers } = shelf;
        const answer = ask();
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        return answer;
      };
      return {
        get: (id) => recall(`get ${id}`, () => readModel.get(id)),
        getMany: (ids) => recall(`getMany ${ids.join(' ')}`, () => readModel.getMany(ids)),
        find: (filter, options) =>
          recall(`find ${JSON.stringify([filter, options])}`, () => readModel.find(filter, options)),
        count: (filter) => readModel.count(filter),
      };
    },
    appended(stream, position) {
      const shelf = shelfOf(categoryOf(stream));
      if (position > shelf.pending && position > seen) shelf.pending = position;
    },
    passed({ events, position }) {
      if (position > seen) seen = position;
      for (const category of new Set(events.map(({ stream }) => categoryOf(stream)))) {
        const shelf = shelves.get(category);
        shelf?.answers.clear();
      }
      for (const shelf of shelves.values()) if (shelf.pending <= position) shelf.pending = 0n;
    },
    forget() {
      for (const { answers } of shelves.values()) answers.clear();
    },
  };
}
