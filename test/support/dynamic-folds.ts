import { existsSync } from 'node:fs';
import type { Folds } from '../../api/dynamic/definition.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';

/** What a dynamic projection does with each application. */
export interface Behaviour {
  readonly does: 'count' | 'names' | 'throw' | 'loop' | 'eat' | 'buffers' | 'wait' | 'burn' | 'stray';
  /** `wait`: the file that ends it. `loop`, `eat`, `buffers`, `throw`: only for this application. */
  readonly at?: string;
  readonly ms?: number;
}

const sleeping = new Int32Array(new SharedArrayBuffer(4));
const sleep = (ms: number) => Atomics.wait(sleeping, 0, 0, ms);
/** Below the limit of a fold: slow, not endless. */
const WAIT_MS = 1000;
const NAP_MS = 20;

const misbehave: Record<Behaviour['does'], (behaviour: Behaviour) => void> = {
  count() {},
  names() {},
  throw() {
    throw new RangeError('cannot fold that');
  },
  loop() {
    for (;;) sleep(1);
  },
  eat() {
    const eaten: unknown[] = [];
    for (;;) eaten.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
  },
  buffers() {
    const kept: unknown[] = [];
    for (;;) kept.push(Buffer.alloc(2 ** 22, 1));
  },
  wait({ at = '' }) {
    for (let waited = 0; waited < WAIT_MS && !existsSync(at); waited += NAP_MS) sleep(NAP_MS);
  },
  stray() {
    setImmediate(() => {
      for (;;) sleep(1);
    });
  },
  burn({ ms = 0 }) {
    const end = performance.now() + ms;
    while (performance.now() < end);
  },
};

type Event = Parameters<Folds['id']>[0];

/** One document for each application, and a total. */
export function foldsOf(behaviour: Behaviour): Folds {
  const isAt = ({ stream }: Event) =>
    behaviour.at === undefined || behaviour.does === 'wait' || behaviour.at === idOf(stream);
  const count = {
    id: ({ stream }: Event) => [idOf(stream), 'all'],
    fold(document: { count: number } | undefined, event: Event, id: string) {
      if (id !== 'all' && isAt(event)) misbehave[behaviour.does](behaviour);
      const personal = event.personal as { email?: string } | null;
      const name = behaviour.does === 'names' && id !== 'all' ? { name: personal?.email ?? null } : {};
      return { _id: id, count: (document?.count ?? 0) + 1, ...name };
    },
  };
  const blank = {
    id: ({ stream }: Event) => idOf(stream),
    fold: (document: object | undefined) => document && { ...document, name: null },
  };
  return {
    id: ({ stream }) => idOf(stream),
    on: { ApplicationSubmitted: count, DetailsSaved: count, StatusChanged: count, PersonalDataErased: blank },
  };
}
