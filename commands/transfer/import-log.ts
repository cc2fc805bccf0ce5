import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { file } from '../../domain/file/file.ts';
import type { Codec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import { bindToLog } from '../event-store/own-log.ts';
import type { EventStore } from '../event-store/port.ts';
import type { FileStore } from '../file-store/port.ts';
import { createAnchors } from '../integrity/anchor.ts';
import { verify } from '../integrity/verify.ts';
import type { MasterKey } from '../vault/master-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { appendEvents } from './append-events.ts';
import { type Attachment, type AttachmentCounts, isFile, type Put, putAttachments } from './attachments.ts';
import { erased, isErasedFile, repeatErasures } from './erasures.ts';
import type { EventLine } from './event-lines.ts';
import type { FileFault } from './file-entries.ts';
import { allowTakeover } from './folder-claim.ts';
import { type ImportPlan, planImport } from './import-plan.ts';
import type { ImportSource } from './import-source.ts';
import { createMeter, type OnTransferProgress } from './progress.ts';
import { settled } from './settled-email.ts';
import { TransferRefused } from './transfer-refused.ts';
import type { ErasureLists } from './trusted-erasures.ts';
import { openUnfinishedImport, type UnfinishedImport } from './unfinished-import.ts';
import { entriesThatMove, putEntry, removeEntry } from './vault-entries.ts';
import { WITHOUT_KEYS } from './without-keys.ts';

const SHOWN_EVERY = 100;

/** No other process may use these stores. */
export interface ImportTarget {
  readonly store: EventStore;
  readonly vault: Vault;
  readonly files: FileStore;
  /** With the keys of this vault. */
  readonly codec: Codec;
  readonly masterKey: MasterKey;
  readonly now: () => number;
}

export interface ImportOptions {
  readonly command: UnfinishedImport['command'];
  readonly source: ImportSource;
  /** The keys are imported later, so their absence is accepted. */
  readonly isWithoutKeys?: boolean;
  /** People erased since the source was made. */
  readonly erasures?: ErasureLists;
  readonly onProgress: OnTransferProgress;
}

export interface ImportResult {
  readonly events: number;
  /** Already in this log: from an interrupted run, or the same source. */
  readonly standing: number;
  /** Events of this log after those of the source. */
  readonly behind: number;
  /** Null if the source has none, or none was missing. Named so in the JSON of the operator's commands. */
  readonly belongings: AttachmentCounts | null;
  readonly erased: number;
  readonly digest: string;
  /** Uploaded files that are still missing or damaged. */
  readonly faults: readonly FileFault[];
  /** If false, no server starts on this log until the keys are imported. */
  readonly areKeysHere: boolean;
}

/**
 * Keeps ids, revisions, texts and the order. Checks everything before the first write: the whole source, and that this
 * log is empty or a prefix of it. If the source is a prefix of this log, only lost vault entries and files are
 * restored. Resumes an interrupted run. Reactions continue at the end of the log, so no imported event causes an email.
 */
export async function importLog(into: ImportTarget, options: ImportOptions): Promise<ImportResult> {
  const { store, vault } = into;
  const { command, source, isWithoutKeys = false } = options;
  const unfinished = openUnfinishedImport(vault);
  const marker = await unfinished.get();
  const plan = await planImport(into, options, marker);
  const { events, standing, behind, digest, isVaultPut } = plan;
  const move = { command, from: source.storeId, digest };
  const areKeysHere = source.attachments !== null || !isWithoutKeys;
  let put: Put = { documents: 0, files: new Set() };
  if (marker?.stage !== 'completing') {
    if (isVaultPut) await unfinished.set({ ...move, stage: 'copying' });
    if (source.attachments) put = await putAttachments(into, arriving(source.attachments(), plan, options.onProgress));
    await eraseHere(into, plan);
    await copyEvents(store, options, plan);
    if (areKeysHere) await requireSound(into, options, plan);
    if (isVaultPut) await unfinished.set({ ...move, stage: 'completing' });
  }
  const log = createEventLog({ store, codec: into.codec });
  const erased = areKeysHere ? await repeatErasures({ log, vault, now: into.now }) : 0;
  // Without a checkpoint reactions start at the end of the log.
  if (isVaultPut) await vault.collection({ name: 'reactionCheckpoints', indexes: [] }).delete('reactions');
  if (areKeysHere) await bindToLog(vault, store);
  if (isVaultPut) await allowTakeover(vault);
  await unfinished.clear();
  const faults = plan.faults.filter(
    ({ id, upload }) => upload !== null && !put.files.has(id) && !plan.erasures.has(streamOf(file.category, id)),
  );
  return { events, standing, behind, digest, belongings: cameHere(plan, put), erased, faults, areKeysHere };
}

/** For an import of everything the totals, even after an interrupted run. */
function cameHere({ events, standing, holds }: ImportPlan, put: Put): AttachmentCounts | null {
  if (holds && standing < events) return holds;
  return put.documents + put.files.size > 0 ? { documents: put.documents, files: put.files.size } : null;
}

async function* arriving(
  attachments: AsyncIterable<Attachment>,
  plan: ImportPlan,
  onProgress: OnTransferProgress,
): AsyncGenerator<Attachment> {
  const { facts, erasures, soundFiles, missingKeys, isVaultPut, behind } = plan;
  const total = plan.holds ? plan.holds.documents + plan.holds.files : 0;
  const show = createMeter('Restoring vault and files', onProgress);
  let read = 0;
  for await (const attachment of attachments) {
    if (read % SHOWN_EVERY === 0) show(read, total);
    read += 1;
    if (isFile(attachment)) {
      const upload = facts.uploads.get(attachment.file);
      const isTheOne = !upload || upload.size === Buffer.byteLength(attachment.bytes, 'base64');
      if (isTheOne && !soundFiles.has(attachment.file) && !isErasedFile(attachment, erasures)) yield attachment;
      continue;
    }
    const { collection, document } = attachment;
    const isMissing = isVaultPut || (collection === 'subjectKeys' && missingKeys.has(document._id));
    // A token that was used since would be valid again.
    if (!isMissing || (collection === 'oneTimeTokens' && behind > 0)) continue;
    const arrives = erased(settled(attachment), erasures, (subject) => facts.streams.has(subject));
    if (arrives) yield arrives;
  }
}

/** The vault may be older than the erasures. */
async function eraseHere({ vault, files }: ImportTarget, { facts, erasures, soundFiles }: ImportPlan): Promise<void> {
  if (erasures.size === 0) return;
  for await (const entry of entriesThatMove(vault)) {
    if (entry.document.erasedAt !== undefined) continue;
    const left = erased(entry, erasures, (subject) => facts.streams.has(subject));
    if (!left) await removeEntry(vault, entry);
    else if (left !== entry) await putEntry(vault, left);
  }
  for (const id of soundFiles) if (erasures.has(streamOf(file.category, id))) await files.delete(id);
}

async function copyEvents(store: EventStore, { source, onProgress }: ImportOptions, plan: ImportPlan): Promise<void> {
  const show = createMeter('Importing events', onProgress, plan.standing);
  let read = 0;
  let writing: Promise<void> = Promise.resolve();
  const reading = source.events(WITHOUT_KEYS);
  for (;;) {
    // Reads and checks the next page while this one is written.
    const [{ done, value }] = await Promise.all([reading.next(), writing]);
    if (done) return;
    const missing: readonly EventLine[] = value.slice(Math.max(0, plan.standing - read));
    read += value.length;
    const upTo = read;
    writing =
      missing.length === 0 ? Promise.resolve() : appendEvents(store, missing).then(() => show(upTo, plan.events));
  }
}

/** Reads the result back: the source's log and what was here before. */
async function requireSound(
  into: ImportTarget,
  { source, onProgress }: ImportOptions,
  plan: ImportPlan,
): Promise<void> {
  const { store, vault, codec } = into;
  const expected = plan.events + plan.behind;
  const anchors = createAnchors(vault);
  const anchor = await anchors.latest();
  const isOfAnother = anchor && (anchor.storeId !== store.storeId || (plan.isVaultPut && anchor.count > expected));
  if (isOfAnother) await anchors.clear();
  const show = createMeter('Reading back', onProgress);
  const report = await verify({
    store,
    codec: { ...codec, misfit: () => undefined },
    vault,
    arePositionsDense: store.arePositionsDense,
    onProgress: ({ events }) => show(events, expected),
  });
  if (report.events !== expected) {
    throw new TransferRefused(
      `${report.events} events are here instead of the ${expected} of ${source.name}: another process is writing.`,
    );
  }
  if (!report.isSound) throw new TransferRefused(`The imported log is not sound: ${report.problems[0]}`);
  if (plan.behind === 0 && report.newAnchor?.digest !== plan.digest) {
    throw new TransferRefused(`The log here is no longer that of ${source.name}: another process is writing.`);
  }
}
