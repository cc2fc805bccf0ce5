import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStorage } from '../api/storage/storage.ts';
import { type Codec, createCodec } from '../commands/event-store/codec.ts';
import { createEventLog } from '../commands/event-store/encoded-event-log.ts';
import type { EventLog } from '../commands/event-store/event-log.ts';
import { type EventStore, START } from '../commands/event-store/port.ts';
import { createSqliteEventStore } from '../commands/event-store/sqlite/event-store.ts';
import { createSubjectKeys } from '../commands/vault/subject-keys.ts';
import type { Vault } from '../commands/vault/vault.ts';
import { SYSTEM } from '../domain/access/actor.ts';
import type { AnyEvent } from '../domain/event-sourcing/event.ts';
import { definitionOf } from '../domain/events.ts';
import { createSqliteDocumentStore } from '../projections/document-store/sqlite/document-store.ts';
import type { Row } from './row.ts';

const APPLICATIONS = 10_000;
const WRITERS = 200;
const PAGE = 1000;
const ROUNDS = 3;

/** One application's events; three of five have personal data. */
const EVENTS: readonly AnyEvent[] = [
  {
    type: 'ApplicationSubmitted',
    data: {
      organizationId: randomUUID(),
      batchId: randomUUID(),
      trackingNumber: 1,
      tracking: { source: 'Facebook', medium: 'social', campaign: null, term: null, content: null },
      userId: null,
    },
    personal: {
      email: 'maria.santos@mail.example',
      values: {
        firstName: 'María',
        lastName: 'Santos',
        phoneNumber: '+63 912 345 6789',
        motivation: 'I would like to build things that people use every day. '.repeat(4),
      },
    },
  },
  { type: 'StatusChanged', data: { from: 'NEW', to: 'INTERVIEW PENDING' } },
  {
    type: 'DetailsSaved',
    data: { fields: ['schedule', 'background'] },
    personal: { values: { schedule: 'Evenings', background: 'Six years in a bank, two courses on the web.' } },
  },
  {
    type: 'CommentAdded',
    data: { commentId: randomUUID() },
    personal: { message: 'Called; the documents follow on Friday.' },
  },
  { type: 'StatusChanged', data: { from: 'INTERVIEW PENDING', to: 'INTERVIEW SCHEDULED' } },
];

/** Reads the log through the codec, by turns with a bare scan and `JSON.parse`. No round has cached keys. */
export async function benchReplay(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const storage = await openStorage();
  const file = join(directory, 'events.sqlite');
  const store = await createSqliteEventStore({ file, writer: storage });
  const vault = createSqliteDocumentStore({
    fileOf: () => join(directory, 'vault.sqlite'),
    writer: storage,
    synchronous: 'FULL',
  });
  try {
    const masterKey = createSecretKey(randomBytes(32));
    await fill(createEventLog({ store, codec: codecOf(vault, masterKey) }));
    const scans: number[] = [];
    const decodes: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const scan = await perSecond(async () => scanAndParse(file));
      const decode = await perSecond(() => decodeAll(store, codecOf(vault, masterKey)));
      if (round === 0) continue;
      scans.push(scan);
      decodes.push(decode);
    }
    return [
      { name: 'scan + JSON.parse', figure: Math.max(...scans), unit: 'events/s' },
      {
        name: 'decode: hash, decrypt, parse (measured ceiling 64,000/s)',
        figure: Math.max(...decodes),
        unit: 'events/s',
        ratio: Math.max(...decodes) / Math.max(...scans),
      },
    ];
  } finally {
    await store.close();
    await vault.close();
    await storage.close();
    await rm(directory, { recursive: true });
  }
}

const codecOf = (vault: Vault, masterKey: KeyObject): Codec =>
  createCodec({ definitionOf, keys: createSubjectKeys({ vault, masterKey }) });

/** Interleaves the applications' events, as concurrent writers do. */
async function fill(log: EventLog): Promise<void> {
  const commands = Array.from({ length: APPLICATIONS }, () => ({
    stream: `application-${randomUUID()}`,
    context: {
      at: new Date().toISOString(),
      actor: SYSTEM,
      organizationId: randomUUID(),
      commandHash: 'a'.repeat(64),
      correlationId: randomUUID(),
      causationId: null,
    },
  }));
  const last = new Map<string, Awaited<ReturnType<EventLog['append']>>['events'][number] | undefined>();
  for (const event of EVENTS) {
    const queue = commands.values();
    const writer = async () => {
      for (const { stream, context } of queue) {
        const { events } = await log.append(stream, last.get(stream), [event], { ...context, commandId: randomUUID() });
        last.set(stream, events[0]);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }
}

function scanAndParse(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const page = database.prepare('SELECT position, data FROM events WHERE position > ? ORDER BY position LIMIT ?');
  let count = 0;
  for (let after = 0; ; ) {
    const rows = page.all(after, PAGE) as unknown as { position: number; data: string }[];
    for (const { data } of rows) JSON.parse(data);
    count += rows.length;
    const last = rows.at(-1);
    if (!last) break;
    after = last.position;
  }
  database.close();
  return count;
}

async function decodeAll(store: EventStore, codec: Codec): Promise<number> {
  let count = 0;
  for (let after = START; ; ) {
    const page = await store.readAll({ after, limit: PAGE });
    if (page.events.length === 0) return count;
    count += (await codec.decode(page.events)).length;
    after = page.position;
  }
}

async function perSecond(run: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await run();
  return (count * 1000) / (performance.now() - start);
}
