import { createHash, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../api/storage/storage.ts';
import type { CommandContext } from '../commands/context/context.ts';
import { createCodec } from '../commands/event-store/codec.ts';
import { createEventLog } from '../commands/event-store/encoded-event-log.ts';
import { type EventStore, type EventToStore, NO_STREAM } from '../commands/event-store/port.ts';
import { createSqliteEventStore } from '../commands/event-store/sqlite/event-store.ts';
import { createSubjectKeys } from '../commands/vault/subject-keys.ts';
import type { Vault } from '../commands/vault/vault.ts';
import { SYSTEM } from '../domain/access/actor.ts';
import type { AnyEvent, Recorded } from '../domain/event-sourcing/event.ts';
import { definitionOf } from '../domain/events.ts';
import { createSqliteDocumentStore } from '../projections/document-store/sqlite/document-store.ts';
import { openNaiveAppender } from './naive-appender.ts';
import type { Row } from './row.ts';

const ROUNDS = 7;
const SEQUENTIAL = 800;
const WRITERS = 32;
const EACH = 250;
const ORGANIZATION = randomUUID();
export const MESSAGE = 'Called; will send the transcript by Friday and asks about the evening classes.';

export type Append = () => Promise<unknown>;

export interface Way {
  readonly name: string;
  readonly newWriter: () => Promise<Append>;
}

/** Appends events like the codec's, without its work. */
const withoutCodec = (store: EventStore): Way => ({
  name: 'without codec',
  async newWriter() {
    const stream = `application-${randomUUID()}`;
    let revision = NO_STREAM;
    return async () => {
      ({ revision } = await store.append(stream, revision, [storedEvent(revision + 1)]));
    };
  },
});

/** As commands append: validated, encrypted, chained by hash. */
export function withCodec(store: EventStore, vault: Vault): Way {
  const keys = createSubjectKeys({ vault, masterKey: createSecretKey(randomBytes(32)) });
  const log = createEventLog({ store, codec: createCodec({ definitionOf, keys }) });
  return {
    name: 'with codec',
    async newWriter() {
      const stream = `application-${randomUUID()}`;
      let last: Recorded<AnyEvent> | undefined;
      const append = async () => {
        const event = { type: 'CommentAdded', data: { commentId: randomUUID() }, personal: { message: MESSAGE } };
        last = (await log.append(stream, last, [event], newContext())).events[0];
      };
      // The first event of a person also makes their key.
      await append();
      return append;
    },
  };
}

export const newContext = (): CommandContext => ({
  at: new Date().toISOString(),
  actor: SYSTEM,
  organizationId: ORGANIZATION,
  commandId: randomUUID(),
  commandHash: 'a'.repeat(64),
  correlationId: randomUUID(),
  causationId: null,
});

function storedEvent(n: number): EventToStore {
  const hash = createHash('sha256').update(String(n)).digest('hex');
  return {
    id: randomUUID(),
    type: 'StatusChanged',
    data: '{"data":{"from":"NEW","to":"INFORMATION SENT"}}',
    metadata: JSON.stringify({
      at: new Date().toISOString(),
      actor: { kind: 'user', id: randomUUID() },
      organizationId: randomUUID(),
      commandId: randomUUID(),
      correlationId: randomUUID(),
      prev: hash,
      hash,
    }),
  };
}

export interface AppendStores {
  readonly directory: string;
  readonly store: EventStore;
  readonly vault: Vault;
}

export async function inStores<Value>(use: (stores: AppendStores) => Promise<Value>): Promise<Value> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const storage = await openStorage();
  const store = await createSqliteEventStore({ file: join(directory, 'events.sqlite'), writer: storage });
  const fileOf = () => join(directory, 'vault.sqlite');
  const vault = createSqliteDocumentStore({ fileOf, writer: storage, synchronous: 'FULL' });
  try {
    return await use({ directory, store, vault });
  } finally {
    await vault.close();
    await store.close();
    await storage.close();
    await rm(directory, { recursive: true });
  }
}

/** Medians of the rounds, in appends per second. */
export interface Measured {
  readonly way: Way;
  readonly sequential: number;
  readonly concurrent: number;
}

/** By turns, because a shared disk's figures change from second to second. */
export async function measureAppends(ways: readonly Way[]): Promise<readonly Measured[]> {
  const measured = ways.map((way) => ({ way, sequential: [] as number[], concurrent: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { way, sequential, concurrent } of measured) {
      const alone = await appendsPerSecond(way, 1, SEQUENTIAL);
      const together = await appendsPerSecond(way, WRITERS, EACH);
      // The first one warms up.
      if (round === 0) continue;
      sequential.push(alone);
      concurrent.push(together);
    }
  }
  return measured.map(({ way, sequential, concurrent }) => ({
    way,
    sequential: median(sequential),
    concurrent: median(concurrent),
  }));
}

export const alone = (name: string): string => `durable appends, 1 writer, ${name}`;
export const together = (name: string): string => `durable appends, ${WRITERS} writers, ${name}`;

export function benchAppend(): Promise<Row[]> {
  return inStores(async ({ directory, store, vault }) => {
    const naive = openNaiveAppender(join(directory, 'naive.sqlite'));
    const naiveWay: Way = {
      name: 'naive appender without codec',
      newWriter: async () => naive.newWriter(storedEvent),
    };
    const [base, bare, whole] = await measureAppends([naiveWay, withoutCodec(store), withCodec(store, vault)]);
    await naive.close();
    if (!base || !bare || !whole) throw new Error('All three are measured');
    const rowsOf = ({ way, sequential, concurrent }: Measured): Row[] => {
      const marks = (bar: number, aim: number) => (way === whole.way ? { bar, aim } : {});
      const ratios = (figure: number, to: number) => (way === base.way ? {} : { ratio: figure / to });
      return [
        {
          name: alone(way.name),
          figure: sequential,
          unit: '/s',
          ...ratios(sequential, base.sequential),
          ...marks(0.6, 0.75),
        },
        {
          name: together(way.name),
          figure: concurrent,
          unit: '/s',
          ...ratios(concurrent, base.concurrent),
          ...marks(0.5, 0.65),
        },
      ];
    };
    return [base, bare, whole].flatMap(rowsOf);
  });
}

async function appendsPerSecond(way: Way, writers: number, each: number): Promise<number> {
  const appends = await Promise.all(Array.from({ length: writers }, way.newWriter));
  const start = performance.now();
  await Promise.all(
    appends.map(async (append) => {
      for (let n = 0; n < each; n += 1) await append();
    }),
  );
  return (writers * each * 1000) / (performance.now() - start);
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
