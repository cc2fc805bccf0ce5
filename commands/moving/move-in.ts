import type { Codec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import type { EventStore } from '../event-store/port.ts';
import type { FileStore } from '../file-store/port.ts';
import { createAnchors } from '../integrity/anchor.ts';
import { verify } from '../integrity/verify.ts';
import { HMAC_KEY } from '../vault/hmac-key.ts';
import { bindToLog } from '../vault/own-log.ts';
import type { Vault } from '../vault/vault.ts';
import { appendEvents } from './append-events.ts';
import { type Belonging, type BelongingCounts, countBelongings, isFile, putBelongings } from './belongings.ts';
import { type Erasures, erased, isErasedFile, repeatErasures } from './erasures.ts';
import type { EventLine } from './event-lines.ts';
import { MovingRefused } from './moving-refused.ts';
import type { MovingSource } from './moving-source.ts';
import { createMeter, type OnMovingProgress } from './progress.ts';
import { settled } from './settled-mail.ts';
import { walkThrough } from './standing-events.ts';
import { openUnfinishedMove, type UnfinishedMove } from './unfinished-move.ts';
import { WITHOUT_KEYS } from './without-keys.ts';

/** Where something moves in: nothing else may run on these stores. */
export interface MovingIn {
  readonly store: EventStore;
  readonly vault: Vault;
  readonly files: FileStore;
  /** Opens what stands under the vault's keys. */
  readonly codec: Codec;
  readonly now: () => number;
}

export interface MoveInOptions {
  readonly command: UnfinishedMove['command'];
  readonly source: MovingSource;
  /** The keys of the personal data come later, by another way: a source without a vault is taken although they are missing. */
  readonly isWithoutKeys?: boolean;
  /** People who have been erased since the source was made. */
  readonly erasures?: Erasures;
  readonly onProgress: OnMovingProgress;
}

export interface MovedIn {
  /** In the source. */
  readonly events: number;
  /** Stood here before: of an earlier run that was interrupted, or of the same source. */
  readonly standing: number;
  /** Beside the events; null where the source has none, or nothing had to be moved. */
  readonly belongings: BelongingCounts | null;
  /** People erased again. */
  readonly erased: number;
  readonly digest: string;
}

/**
 * Moves a log in, with vault and files: ids, revisions, texts and the order over the whole log stay as they are. Everything is checked
 * before anything is written: the source to its end, and that the log here is empty or a beginning of it. Goes on where an earlier
 * run was interrupted. Reactions go on at the end of the log: nothing is sent because of what moved in.
 */
export async function moveIn(into: MovingIn, options: MoveInOptions): Promise<MovedIn> {
  const { store, vault } = into;
  const { command, source } = options;
  const unfinished = openUnfinishedMove(vault);
  const marker = await unfinished.get();
  const plan = await check(into, options, marker);
  const answer = { events: plan.events, standing: plan.standing, digest: plan.digest };
  if (!marker && plan.events > 0 && plan.standing === plan.events) {
    await bindToLog(vault, store);
    return { ...answer, belongings: null, erased: 0 };
  }

  const move = { command, from: source.storeId };
  if (marker?.stage !== 'completing') {
    await unfinished.set({ ...move, stage: 'copying' });
    if (source.belongings) await putBelongings(into, arriving(options, source.belongings(), plan.streams));
    await copyEvents(store, options, plan);
    await requireSound(into, options, plan);
    await unfinished.set({ ...move, stage: 'completing' });
  }
  const log = createEventLog({ store, codec: into.codec });
  const erasedAgain = options.isWithoutKeys ? 0 : await repeatErasures({ log, vault, now: into.now });
  // Without a checkpoint reactions begin at the end of the log.
  await vault.collection({ name: 'reactionCheckpoints', indexes: [] }).delete('reactions');
  await bindToLog(vault, store);
  await unfinished.clear();
  return { ...answer, belongings: plan.belongings, erased: erasedAgain };
}

interface Plan {
  readonly events: number;
  readonly digest: string;
  readonly standing: number;
  readonly belongings: BelongingCounts | null;
  readonly streams: ReadonlyMap<string, unknown>;
}

async function check(into: MovingIn, options: MoveInOptions, marker: UnfinishedMove | undefined): Promise<Plan> {
  const { source, onProgress } = options;
  if (!source.belongings && !options.isWithoutKeys) await requireIdentity(into.vault, source);
  const show = createMeter(`Checking ${source.name}, in kB`, onProgress);
  const checker = source.belongings || options.isWithoutKeys ? WITHOUT_KEYS : into.codec;
  const reading = source.events(checker, (bytes, total) => show(Math.ceil(bytes / 1000), Math.ceil(total / 1000)));
  const log = walkThrough(into.store);
  let standing = 0;
  for (;;) {
    const { done, value } = await nextPage(reading, source, options);
    if (done) {
      if (marker?.stage !== 'completing' && (await log.hasMore())) {
        throw new MovingRefused(
          `The log here holds events that are not in ${source.name}: it can move into an empty installation only.`,
        );
      }
      return { ...value, standing, belongings: source.belongings && (await countBelongings(source.belongings())) };
    }
    const matched = await log.match(value);
    const other = matched.differsAt === undefined ? undefined : value[matched.differsAt];
    if (other) {
      throw new MovingRefused(
        `The log here is another one: at event ${standing + matched.standing + 1} of ${source.name}, revision ${other.revision} of ${other.stream}, it holds something else.`,
      );
    }
    standing += matched.standing;
  }
}

/** Without the vault, what keeps an event from being read here may be a missing key. */
async function nextPage(
  reading: ReturnType<MovingSource['events']>,
  source: MovingSource,
  { isWithoutKeys = false }: MoveInOptions,
) {
  try {
    return await reading.next();
  } catch (error) {
    if (
      source.belongings ||
      isWithoutKeys ||
      !(error instanceof MovingRefused) ||
      !/the key of \S+ /.test(error.message)
    )
      throw error;
    throw new MovingRefused(`${error.message}. ${NO_KEYS}`, { cause: error });
  }
}

const NO_KEYS =
  'Export with --vault, so that the keys come along; or say --without-keys if they come into this vault by another way.';

/** The key behind all ids that follow from an e-mail: without it nobody could sign in. */
async function requireIdentity(vault: Vault, { name }: MovingSource): Promise<void> {
  if (await vault.collection({ name: 'identity', indexes: [] }).get(HMAC_KEY)) return;
  throw new MovingRefused(`${name} holds events alone, and this vault has no keys for them. ${NO_KEYS}`);
}

async function* arriving(
  { erasures = new Map() }: MoveInOptions,
  belongings: AsyncIterable<Belonging>,
  streams: Plan['streams'],
): AsyncGenerator<Belonging> {
  for await (const belonging of belongings) {
    if (isFile(belonging)) {
      if (!isErasedFile(belonging, erasures)) yield belonging;
      continue;
    }
    const arrives = erased(settled(belonging), erasures, (subject) => streams.has(subject));
    if (arrives) yield arrives;
  }
}

async function copyEvents(store: EventStore, { source, onProgress }: MoveInOptions, plan: Plan): Promise<void> {
  const show = createMeter('Importing events', onProgress, plan.standing);
  let read = 0;
  let writing: Promise<void> = Promise.resolve();
  const reading = source.events(WITHOUT_KEYS);
  for (;;) {
    // The next page is read and checked while this one is being written.
    const [{ done, value }] = await Promise.all([reading.next(), writing]);
    if (done) return;
    const missing: readonly EventLine[] = value.slice(Math.max(0, plan.standing - read));
    read += value.length;
    const upTo = read;
    writing =
      missing.length === 0 ? Promise.resolve() : appendEvents(store, missing).then(() => show(upTo, plan.events));
  }
}

/** Reads back what is here now: it must be the source's log, and nothing beside it. */
async function requireSound(
  into: MovingIn,
  { source, isWithoutKeys, onProgress }: MoveInOptions,
  plan: Plan,
): Promise<void> {
  const { store, vault, codec } = into;
  const anchors = createAnchors(vault);
  if ((await anchors.latest())?.storeId !== store.storeId) await anchors.forget();
  const show = createMeter('Reading back', onProgress);
  const report = await verify({
    store,
    codec: { ...codec, ...(isWithoutKeys ? WITHOUT_KEYS : {}), misfit: () => undefined },
    vault,
    arePositionsDense: store.arePositionsDense,
    onProgress: ({ events }) => show(events, plan.events),
  });
  if (report.events !== plan.events) {
    throw new MovingRefused(
      `${report.events} events stand here instead of the ${plan.events} of ${source.name}: somebody else writes, too.`,
    );
  }
  if (!report.isSound) throw new MovingRefused(`What has moved in is not sound: ${report.problems[0]}`);
  if (report.newAnchor?.digest !== plan.digest) {
    throw new MovingRefused(
      `The log that stands here now is not the one of ${source.name}: somebody else writes, too.`,
    );
  }
}
