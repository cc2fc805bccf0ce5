import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
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
import { createSubjectKeys } from '../commands/vault/subject-keys.ts';
import type { Vault } from '../commands/vault/vault.ts';
import { SYSTEM } from '../domain/actor.ts';
import type { AnyEvent, Recorded } from '../domain/event.ts';
import { definitionOf } from '../domain/events.ts';
import { applications } from '../projections/applications.ts';
import { createSqliteDocumentStore } from '../projections/document-store/sqlite/document-store.ts';
import { rebuild } from '../projections/engine/rebuild.ts';
import { createRouter, type FoldedDocument } from '../projections/engine/routing.ts';
import type { Row } from './row.ts';

const APPLICATIONS = 4200;
/** So many others apply between two events of one application. */
const DISTANCE = 300;
const WRITERS = 200;
const PAGE = 1000;
const ROUNDS = 3;
const ORGANIZATION = randomUUID();
const BATCHES = Array.from({ length: 20 }, () => randomUUID());

/** What one application leaves in the log. */
const story = (n: number): readonly AnyEvent[] => [
  {
    type: 'ApplicationSubmitted',
    data: {
      organizationId: ORGANIZATION,
      batchId: BATCHES[n % BATCHES.length],
      trackingNumber: n,
      tracking: { source: 'Facebook', medium: 'social', campaign: null, term: null, content: null },
      userId: null,
    },
    personal: {
      email: `maria.santos.${n}@mail.example`,
      values: {
        firstName: 'María',
        lastName: 'Santos',
        phoneNumber: '+63 912 345 6789',
        motivation: 'I would like to build things that people use every day. '.repeat(4),
      },
    },
  },
  { type: 'EmailDelivered', data: { outboxId: randomUUID(), template: 'Application received' } },
  { type: 'UserLinked', data: { userId: randomUUID() } },
  { type: 'StatusChanged', data: { from: 'NEW', to: 'INTERVIEW PENDING' } },
  {
    type: 'DetailsSaved',
    data: { fields: ['schedule', 'background'] },
    personal: { values: { schedule: 'Evenings', background: 'Six years in a bank, two courses on the web.' } },
  },
  { type: 'AdminAssigned', data: { userId: randomUUID() } },
  {
    type: 'CommentAdded',
    data: { commentId: randomUUID() },
    personal: { message: 'Called; the documents follow on Friday.' },
  },
  {
    type: 'InterviewScheduled',
    data: { eventUri: `https://api.calendly.com/scheduled_events/${n}`, startsAt: null, joinUrl: null },
  },
  { type: 'StatusChanged', data: { from: 'INTERVIEW PENDING', to: 'INTERVIEW SCHEDULED' } },
  { type: 'StatusChanged', data: { from: 'INTERVIEW SCHEDULED', to: 'INTERVIEW COMPLETED' } },
  {
    type: 'CommentAdded',
    data: { commentId: randomUUID() },
    personal: { message: 'Calm and curious, explained the exercise well. Wants the evening class.' },
  },
  { type: 'StatusChanged', data: { from: 'INTERVIEW COMPLETED', to: 'CONTRACT SENT' } },
];

/**
 * Rebuilding the applications as the rebuild thread does, beside decoding the same log and folding it in memory, in turn.
 * Every round unseals all keys anew.
 */
export async function benchRebuild(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const storage = await openStorage();
  const store = await createSqliteEventStore({ file: join(directory, 'events.sqlite'), writer: storage });
  const fileOf = () => join(directory, 'vault.sqlite');
  const vault = createSqliteDocumentStore({ fileOf, writer: storage, synchronous: 'FULL' });
  try {
    const masterKey = createSecretKey(randomBytes(32));
    await fill(openLog(store, vault, masterKey));
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
        name: 'rebuild of the applications ÷ the same',
        figure: Math.max(...rebuilt),
        unit: 'events/s',
        ratio: Math.max(...rebuilt) / Math.max(...inMemory),
        bar: 0.6,
        aim: 0.8,
      },
    ];
  } finally {
    await store.close();
    await vault.close();
    await storage.close();
    await rm(directory, { recursive: true });
  }
}

function openLog(store: EventStore, vault: Vault, masterKey: KeyObject): EventLog {
  return createEventLog({
    store,
    codec: createCodec({ definitionOf, keys: createSubjectKeys({ vault, masterKey }) }),
  });
}

async function fill(log: EventLog): Promise<void> {
  const streams = Array.from({ length: APPLICATIONS }, (_, n) => ({
    name: `application-${randomUUID()}`,
    events: story(n),
    last: undefined as Recorded<AnyEvent> | undefined,
  }));
  const steps = story(0).length;
  for (let time = 0; time < APPLICATIONS + steps * DISTANCE; time += WRITERS) {
    for (let step = 0; step < steps; step += 1) {
      const from = time - step * DISTANCE;
      const due = streams.slice(Math.max(0, from), Math.max(0, from + WRITERS));
      await Promise.all(
        due.map(async (stream) => {
          const event = stream.events[step] as AnyEvent;
          const { events } = await log.append(stream.name, stream.last, [event], newContext());
          stream.last = events[0];
        }),
      );
    }
  }
}

const newContext = () => ({
  at: new Date().toISOString(),
  actor: SYSTEM,
  organizationId: ORGANIZATION,
  commandId: randomUUID(),
  commandHash: 'a'.repeat(64),
  correlationId: randomUUID(),
  causationId: null,
});

async function decodeAndFold(log: EventLog): Promise<number> {
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

async function rebuildInto(directory: string, round: number, log: EventLog): Promise<number> {
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

async function perSecond(run: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await run();
  return (count * 1000) / (performance.now() - start);
}
