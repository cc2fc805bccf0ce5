import { LRUCache } from 'lru-cache';
import { categoryOf } from '../../domain/event-sourcing/streams.ts';
import type { Document } from '../../projections/document-store/port.ts';
import type { ReadModel } from '../../projections/engine/contract.ts';
import type { EventPage } from '../../projections/engine/event-source.ts';
import { memoryLimit } from '../runtime/memory-limit.ts';

/** Of each category: characters of JSON, of which an object takes about three times as many bytes. One process may have a million. */
const MOST_CHARACTERS = Math.min(8_000_000, Math.round(memoryLimit() / 250));
const ENTRY_WEIGHT = 256;

/** Caches what every request needs: organizations, batches, processes. An event evicts its category, which stays uncached until folded. */
export interface ReadCache {
  cached<Doc extends Document>(category: string, readModel: ReadModel<Doc>): ReadModel<Doc>;
  /** This process has appended; the read models will follow. */
  appended(stream: string, position: bigint): void;
  /** The read models have folded this page. */
  folded(page: EventPage): void;
  /** Evicts everything: the read models were replaced. */
  clear(): void;
}

/** About as many as its JSON has. `JSON.stringify` takes several times as long with what it needs for positions, which are no JSON. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  const members = Array.isArray(value) ? value : Object.values(value);
  const names = Array.isArray(value)
    ? value.length
    : Object.keys(value).reduce((sum, { length }) => sum + length + 4, 2);
  return members.reduce<number>((sum, member) => sum + charactersOf(member), names);
}

interface CategoryCache {
  readonly answers: LRUCache<string, Promise<unknown>>;
  /** Events up to this position are not folded yet. */
  pending: bigint;
}

/** With other writing processes, a cached document could be older than the read model. */
export const NO_CACHE: ReadCache = {
  cached: (_category, readModel) => readModel,
  appended() {},
  folded() {},
  clear() {},
};

export function createReadCache(most = MOST_CHARACTERS): ReadCache {
  const caches = new Map<string, CategoryCache>();
  let seen = 0n;
  const cacheOf = (category: string): CategoryCache => {
    const cache = caches.get(category) ?? {
      answers: new LRUCache({ maxSize: most, sizeCalculation: () => ENTRY_WEIGHT }),
      pending: 0n,
    };
    caches.set(category, cache);
    return cache;
  };

  return {
    cached(category, readModel) {
      const cache = cacheOf(category);
      const throughCache = <Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> => {
        if (cache.pending > 0n) return ask();
        const known = cache.answers.get(key);
        if (known) return known as Promise<Answer>;
        const { answers } = cache;
        const answer = ask();
        answers.set(key, answer);
        answer.then(
          (given) => {
            if (answers.peek(key) !== answer) return;
            // The size of the same value is not updated.
            answers.delete(key);
            answers.set(key, answer, { size: ENTRY_WEIGHT + key.length + charactersOf(given) });
          },
          () => answers.delete(key),
        );
        return answer;
      };
      return {
        get: (id) => throughCache(`get ${id}`, () => readModel.get(id)),
        getMany: (ids) => throughCache(`getMany ${ids.join(' ')}`, () => readModel.getMany(ids)),
        find: (filter, options) =>
          throughCache(`find ${JSON.stringify([filter, options])}`, () => readModel.find(filter, options)),
        count: (filter) => readModel.count(filter),
      };
    },
    appended(stream, position) {
      const cache = cacheOf(categoryOf(stream));
      if (position > cache.pending && position > seen) cache.pending = position;
    },
    folded({ events, position }) {
      if (position > seen) seen = position;
      for (const category of new Set(events.map(({ stream }) => categoryOf(stream)))) {
        const cache = caches.get(category);
        cache?.answers.clear();
      }
      for (const cache of caches.values()) if (cache.pending <= position) cache.pending = 0n;
    },
    clear() {
      for (const { answers } of caches.values()) answers.clear();
    },
  };
}
