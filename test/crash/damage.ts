import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { createInThreadWriter } from '../../api/storage/in-thread-writer.ts';
import { type Codec, createCodec } from '../../commands/event-store/codec.ts';
import { createEventLog } from '../../commands/event-store/encoded-event-log.ts';
import type { EventLog } from '../../commands/event-store/event-log.ts';
import { createSqliteEventStore } from '../../commands/event-store/sqlite/event-store.ts';
import { verify } from '../../commands/integrity/verify.ts';
import { createSubjectKeys } from '../../commands/vault/subject-keys.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../support/command-context.ts';
import { openTemporaryStores, type TemporaryStores } from '../support/temporary-stores.ts';
import { type Finding, isOn, type Options } from './finding.ts';
import { loseEvents } from './lost-events.ts';

const STREAMS = Array.from({ length: 12 }, () => `application-${randomUUID()}`);
const ROUNDS = 8;
const DAMAGES = 200;

type Damage = (bytes: Buffer, at: number) => Buffer;
const DAMAGE: Readonly<Record<string, Damage>> = {
  'flipped bits': (bytes, at) => bytes.fill((bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8)), at, at + 1),
  truncations: (bytes, at) => bytes.subarray(0, at),
};

/** Flips bits in the event file and its write-ahead log and truncates them: a read gives a correct prefix or a detected error. */
export async function damage(options: Options): Promise<Finding[]> {
  const onServers = isOn(options, 'servers') ? await loseEvents() : [];
  return isOn(options, 'embedded') ? [...(await damageFiles()), ...onServers] : onServers;
}

async function damageFiles(): Promise<Finding[]> {
  await using stores = await openTemporaryStores();
  const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
  const log = { stores, codec: createCodec({ definitionOf, keys }) };
  const events = createEventLog({ store: stores.store, codec: log.codec });
  await fill(events);
  await stores.storage.truncateLogs();
  const findings: Finding[] = [];
  // The write-ahead log alone holds the last writes.
  for (const file of ['', '-wal']) {
    if (file === '-wal') await fill(events);
    const sound = await verifyFile(log, copyOf(stores, `sound${file}.sqlite`));
    if (sound !== 'sound') throw new Error(`The log was not sound before: ${sound}`);
    const original = await contentOf(events);
    for (const [name, harm] of Object.entries(DAMAGE)) {
      findings.push(await damageAgain(log, original, file, name, harm));
    }
  }
  findings.push(
    await loseRows(log, 'A lost tail', 'DELETE FROM events WHERE position > (SELECT max(position) - 3 FROM events)'),
  );
  findings.push(await loseRows(log, 'A lost stream', `DELETE FROM events WHERE stream = '${STREAMS[5]}'`));
  return findings;
}

interface Log {
  readonly stores: TemporaryStores;
  readonly codec: Codec;
}

type Content = ReadonlyMap<string, readonly AnyEvent[]>;

async function damageAgain(log: Log, original: Content, file: string, name: string, harm: Damage): Promise<Finding> {
  const { stores } = log;
  const sound = readFileSync(stores.eventsFile + file);
  const counts = { whole: 0, detected: 0, wrong: 0 };
  for (let n = 0; n < DAMAGES; n += 1) {
    const copy = copyOf(stores, `damaged-${n}${file}-${name.replaceAll(' ', '-')}.sqlite`);
    const at = Math.floor((sound.length * (n + Math.random())) / DAMAGES);
    writeFileSync(copy + file, harm(Buffer.from(sound), at));
    counts[await outcomeOf(log, copy, original)] += 1;
  }
  return {
    promise: `${DAMAGES} ${name} in the ${file ? 'write-ahead log' : 'main file'} of the events: a correct prefix or a detected error`,
    figure: `${counts.detected} detected, ${counts.whole} without effect on any event, ${counts.wrong} wrong`,
    holds: counts.wrong === 0,
  };
}

/** Wrong: a stream that is not a prefix of the original, or a loss that `verify` misses. */
async function outcomeOf(log: Log, file: string, original: Content): Promise<'whole' | 'detected' | 'wrong'> {
  const read = await withLog(log, file, contentOf).catch(() => undefined);
  let isWhole = read !== undefined;
  for (const [stream, events] of original) {
    const found = read?.get(stream);
    if (found && !isDeepStrictEqual(found, events.slice(0, found.length))) return 'wrong';
    isWhole &&= found?.length === events.length;
  }
  if ((await verifyFile(log, file)) !== 'sound') return 'detected';
  return isWhole ? 'whole' : 'wrong';
}

async function loseRows(log: Log, what: string, statement: string): Promise<Finding> {
  const copy = copyOf(log.stores, `${what.replaceAll(' ', '-')}.sqlite`);
  const database = new DatabaseSync(copy);
  const { changes } = database.prepare(statement).run();
  database.close();
  const found = await verifyFile(log, copy);
  return {
    promise: `${what} is found by verify, embedded`,
    figure: `${changes} events removed: ${found}`,
    holds: found !== 'sound',
  };
}

/** Copies both files as a crash at this moment would leave them. */
function copyOf({ eventsFile, directory }: TemporaryStores, name: string): string {
  const copy = join(directory, name);
  copyFileSync(eventsFile, copy);
  copyFileSync(`${eventsFile}-wal`, `${copy}-wal`);
  return copy;
}

async function withLog<Value>({ codec }: Log, file: string, use: (log: EventLog) => Promise<Value>): Promise<Value> {
  const writer = createInThreadWriter();
  try {
    const store = await createSqliteEventStore({ file, writer });
    return await use(createEventLog({ store, codec })).finally(() => store.close());
  } finally {
    await writer.close().catch(() => undefined);
  }
}

/** `sound` or the first defect; a sound log becomes the anchor for the next check. */
async function verifyFile({ codec, stores: { vault } }: Log, file: string): Promise<string> {
  const writer = createInThreadWriter();
  try {
    const store = await createSqliteEventStore({ file, writer });
    try {
      const { isSound, problems } = await verify({ store, codec, vault, arePositionsDense: true });
      return isSound ? 'sound' : (problems[0] ?? 'unsound');
    } finally {
      await store.close();
    }
  } catch (error) {
    return String(error);
  } finally {
    await writer.close().catch(() => undefined);
  }
}

async function contentOf(log: EventLog): Promise<Content> {
  const content = new Map<string, readonly AnyEvent[]>();
  for (const stream of STREAMS) {
    const events = await log.readStream(stream).catch(() => undefined);
    if (events) content.set(stream, events.map(({ type, data, personal }) => ({ type, data, personal })) as AnyEvent[]);
  }
  return content;
}

async function fill(log: EventLog): Promise<void> {
  await Promise.all(
    STREAMS.map(async (stream) => {
      let last: Recorded<AnyEvent> | undefined = (await log.readStream(stream)).at(-1);
      for (let round = 0; round < ROUNDS; round += 1) {
        const comment = {
          type: 'CommentAdded',
          data: { commentId: randomUUID() },
          personal: { message: randomUUID() },
        };
        const { events } = await log.append(stream, last, [comment], newCommandContext());
        last = events[0];
      }
    }),
  );
}
