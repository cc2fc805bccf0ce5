import type { Collection, Document, DocumentStore } from '../../projections/document-store/port.ts';
import { DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import type { EventSource } from '../../projections/engine/event-source.ts';

const WRITES = new Set(['insert', 'replace', 'delete', 'drop']);

type Moment = 'call' | 'answer';

/** One process's access to shared stores, so that a test can freeze it or disconnect it. */
export interface Disturbance {
  /** Every call and every answer waits, as after SIGSTOP; the process continues with its old knowledge. */
  freeze(only?: (collection: string, method: string, moment: Moment) => boolean): void;
  thaw(): void;
  /** All calls fail, or only those that write, as on a full disk. */
  cutOff(what: 'everything' | 'writes'): void;
  restore(): void;
}

export interface Disturbed extends Disturbance {
  readonly store: DocumentStore;
  readonly log: EventSource;
}

/** The real store and log, with switches for each simulated process. */
export function disturbable(store: DocumentStore, log: EventSource): Disturbed {
  let isFrozen: (collection: string, method: string, moment: Moment) => boolean = () => false;
  let failing: 'everything' | 'writes' | null = null;
  let frozen = Promise.withResolvers<void>();
  const wait = async (collection: string, method: string, moment: Moment) => {
    while (isFrozen(collection, method, moment)) await frozen.promise;
  };
  const pass = async (collection: string, method: string) => {
    await wait(collection, method, 'call');
    if (collection === 'log') return;
    if (failing === 'everything' || (failing === 'writes' && WRITES.has(method))) {
      throw new DocumentStoreUnavailable('The store is away');
    }
  };
  const behind = <Target extends object>(target: Target, name: string): Target =>
    new Proxy(target, {
      get(of, method) {
        const member = Reflect.get(of, method);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]) => {
          await pass(name, String(method));
          const answer = await Reflect.apply(member, of, given);
          await wait(name, String(method), 'answer');
          return answer;
        };
      },
    });
  return {
    store: {
      collection: <Doc extends Document>(spec: Parameters<DocumentStore['collection']>[0]): Collection<Doc> =>
        behind(store.collection<Doc>(spec), spec.name),
      close: () => store.close(),
    },
    log: {
      get storeId() {
        return log.storeId;
      },
      async readStream(stream) {
        await pass('log', 'readStream');
        return log.readStream(stream);
      },
      async readAll(page) {
        await pass('log', 'readAll');
        return log.readAll(page);
      },
      async head() {
        await pass('log', 'head');
        return log.head();
      },
      async *subscribe(options) {
        for await (const page of log.subscribe(options)) {
          await pass('log', 'subscribe');
          yield page;
        }
      },
    },
    freeze(only = () => true) {
      isFrozen = only;
    },
    thaw() {
      isFrozen = () => false;
      frozen.resolve();
      frozen = Promise.withResolvers();
    },
    cutOff(what) {
      failing = what;
    },
    restore() {
      failing = null;
    },
  };
}
