import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInThreadWriter } from '../api/storage/in-thread-writer.ts';
import { openStorage } from '../api/storage/storage.ts';
import { createCodec } from '../commands/event-store/codec.ts';
import { createEventLog } from '../commands/event-store/encoded-event-log.ts';
import type { EventLog } from '../commands/event-store/event-log.ts';
import { type EventStore, START } from '../commands/event-store/port.ts';
import { createSqliteEventStore } from '../commands/event-store/sqlite/event-store.ts';
import type { MasterKey } from '../commands/vault/master-keys.ts';
import { createSubjectKeys } from '../commands/vault/subject-keys.ts';
import type { Vault } from '../commands/vault/vault.ts';
import { definitionOf } from '../domain/events.ts';
import { applications } from '../projections/applications.ts';
import { createSqliteDocumentStore } from '../projections/document-store/sqlite/document-store.ts';
import { rebuild } from '../projections/engine/rebuild.ts';
import { createRouter, type FoldedDocument } from '../projections/engine/routing.ts';
import { appendHistory, demoHistory } from './history.ts';
import type { Row } from './row.ts';

const APPLICATIONS = 7000;
const PAGE = 1000;
const ROUNDS = 5;
const ORGANIZATION = randomUUID();
const BATCHES = Array.from({ length: 20 }, () => randomUUID());

/** Rebuilds the applications, by turns with decoding and folding the same log in memory. No round has cached keys. */
export async function benchRebuild(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const storage = await openStorage();
  const store = await createSqliteEventStore({ file: join(directory, 'events.sqlite'), writer: storage });
  const fileOf = () => join(directory, 'vault.sqlite');
  const vault = createSqliteDocumentStore({ fileOf, writer: storage, synchronous: 'FULL' });
  try {
    const masterKey = createSecretKey(randomBytes(32));
    const history = demoHistory(APPLICATIONS, {
      organizationId: ORGANIZATION,
      staffId: randomUUID(),
      batchOf: (applicant) => BATCHES[applicant % BATCHES.length] as string,
    });
    await appendHistory(openLog(store, vault, masterKey), history, ORGANIZATION);
    const inMemory: number[] = [];
    const rebuilt: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const folded = await perSecond(() => decodeAndFold(openLog(store, vault, masterKey)));
      const built = await perSecond(() => rebuildInto(directory, round, openLog(store, vault, masterKey)));
      if (round === 0) continue;
      inMemory.push(folded);
      rebuilt.push(built);
    }
    return [
      { name: 'decode + fold the applications in memory', figure: Math.max(...inMemory), unit: 'events/s' },
      {
        name: 'rebuild of the applications ÷ decode + fold in memory',
        figure: Math.max(...rebuilt),
        unit: 'events/s',
        ratio: Math.max(...rebuilt) / Math.max(...inMemory),
        bar: 0.8,
        aim: 0.9,
      },
    ];
  } finally {
    await store.close();
    await vault.close();
    await storage.close();
    await rm(directory, { recursive: true });
  }
}

export function openLog(store: EventStore, vault: Vault, masterKey: MasterKey): EventLog {
  return createEventLog({
    store,
    codec: createCodec({ definitionOf, keys: createSubjectKeys({ vault, masterKey }) }),
  });
}

export async function decodeAndFold(log: EventLog): Promise<number> {
  const router = createRouter(applications);
  const documents = new Map<string, FoldedDocument>();
  let count = 0;
  for (let after = START; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    if (page.events.length === 0) return count;
    for (const event of page.events) {
      for (const step of router(event)) {
        const next = step.fold(documents.get(step.id));
        if (next) documents.set(step.id, next);
      }
    }
    count += page.events.length;
    after = page.position;
  }
}

export async function rebuildInto(directory: string, round: number, log: EventLog): Promise<number> {
  const writer = createInThreadWriter();
  const store = createSqliteDocumentStore({
    fileOf: (collection) => join(directory, `${collection}.sqlite`),
    writer,
    synchronous: 'NORMAL',
  });
  await rebuild({
    source: log,
    store,
    projections: [applications],
    builds: [{ projection: applications.name, generation: `applications@1.${round}` }],
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  await store.close();
  await writer.close();
  return Number(await log.head());
}

export async function perSecond(run: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await run();
  return (count * 1000) / (performance.now() - start);
}
