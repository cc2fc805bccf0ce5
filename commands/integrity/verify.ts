import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Codec } from '../event-store/codec.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import { type EventStore, START, StoreUnavailable } from '../event-store/port.ts';
import type { FileStore } from '../file-store/port.ts';
import type { Vault } from '../vault/vault.ts';
import { type Anchor, createAnchors } from './anchor.ts';
import { createLogScan } from './log-scan.ts';
import { isSameChain } from './stream-check.ts';
import { compareFiles, createUploadLedger, describeFault } from './uploaded-files.ts';

const PAGE = 1000;
/** Concurrent reads of streams, because a server answers each after a while. */
const STREAMS_AT_ONCE = 16;
const NOTED = 100;

export interface VerifyProgress {
  readonly events: number;
  readonly position: bigint;
  readonly head: bigint;
  readonly files?: number;
}

interface ReadModelDifference {
  readonly projection: string;
  readonly id: string;
  readonly members: readonly string[];
  readonly isQuarantined?: boolean;
}

export interface FileCounts {
  readonly named: number;
  readonly missing: number;
  readonly damaged: number;
}

export interface VerifyReport {
  readonly isSound: boolean;
  readonly events: number;
  readonly streams: number;
  readonly head: bigint;
  /** One line each, with stream, revision and position if known; the first hundred. */
  readonly problems: readonly string[];
  readonly problemCount: number;
  /** Harmless, one line each; the first hundred. */
  readonly notes: readonly string[];
  /** The first damage of log or files; null if none is known. */
  readonly damage: string | null;
  /** Null if they were not compared. */
  readonly files: FileCounts | null;
  readonly checkedAnchor?: Anchor;
  /** For the next run; absent if the log is not sound. */
  readonly newAnchor?: Anchor;
}

/**
 * Reads the whole log up to its current head and finds damage: hashes, chains, gaps, undecodable events, a lost tail, a
 * changed past, missing or damaged files, and read models that differ from a fresh fold.
 */
export async function verify({
  store,
  codec,
  vault,
  arePositionsDense,
  checkFiles,
  files,
  compareReadModels,
  onProgress,
}: {
  store: EventStore;
  codec: Codec;
  vault: Vault;
  arePositionsDense: boolean;
  /** Problems that the database finds in its files, or null. */
  checkFiles?: (() => Promise<string | null>) | undefined;
  files?: FileStore | undefined;
  compareReadModels?: (() => AsyncIterable<ReadModelDifference>) | undefined;
  onProgress?: (progress: VerifyProgress) => void;
}): Promise<VerifyReport> {
  const anchors = createAnchors(vault);
  const anchor = await anchors.latest();
  const head = await store.head();
  const scan = createLogScan({ storeId: store.storeId, arePositionsDense, anchor, misfit: codec.misfit });
  const ledger = createUploadLedger();

  for (let after = START; after < head; ) {
    const page = await store.readAll({ after, limit: PAGE }).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      scan.cannotReadOn(error instanceof Error ? error.message : String(error));
    });
    if (!page || page.position <= after) break;
    const inspected = await codec.inspect(page.events);
    for (const [index, stored] of page.events.entries()) {
      if (stored.position > head) continue;
      const event = inspected[index] as Recorded<AnyEvent> | DamagedEvent;
      scan.take(stored, event);
      if (!(event instanceof DamagedEvent)) ledger.take(event);
    }
    after = page.position;
    // The last page may go beyond the head of the start.
    onProgress?.({ events: scan.events(), position: after < head ? after : head, head });
  }
  scan.end(head);
  const damagedFile = await checkFiles?.();
  if (damagedFile) scan.problem(damagedFile, true);
  const readAlone = async ([stream, last]: [string, { readonly revision: number; readonly hash: string }]) => {
    const isAlike = await isSameChain(store, stream, last).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      return false;
    });
    if (!isAlike) scan.problem(`${stream} differs between its own chain and the whole log`, true);
  };
  let together: Promise<void>[] = [];
  for (const found of scan.soundStreams()) {
    together.push(readAlone(found));
    if (together.length < STREAMS_AT_ONCE) continue;
    await Promise.all(together);
    together = [];
  }
  await Promise.all(together);
  // Findings outside the log do not affect its anchor.
  const { newAnchor, ...log } = scan.result();
  const isLogSound = log.problemCount === 0;
  if (isLogSound) await anchors.store(newAnchor);

  const notes: string[] = [];
  const fileCounts = files ? { named: ledger.uploads.size, missing: 0, damaged: 0 } : null;
  if (files && fileCounts) {
    let compared = 0;
    for await (const file of compareFiles(ledger, { files, store })) {
      compared += 1;
      onProgress?.({ events: scan.events(), position: head, head, files: compared });
      if (file.fault === null) continue;
      if (file.upload) {
        fileCounts[file.fault] += 1;
        scan.problem(describeFault(file));
      } else if (scan.isCutShort()) {
        scan.problem(`The file ${file.id} is ${file.fault}; the part of the log that can be read does not name it`);
      } else if (notes.length < NOTED) notes.push(describeFault(file));
    }
  }

  if (compareReadModels && scan.hasDamage()) {
    scan.problem('The read models were not compared: a damaged log cannot be folded afresh');
  } else {
    try {
      for await (const { projection, id, members, isQuarantined } of compareReadModels?.() ?? []) {
        scan.problem(
          isQuarantined
            ? `Read model ${projection}: ${id} is in quarantine, but this version can fold it. Run "intake projections rebuild ${projection}"`
            : `Read model ${projection}: ${id} differs from a fresh fold in ${members.join(', ')}`,
        );
      }
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      scan.problem(`The read models cannot be compared: ${error instanceof Error ? error.message : error}`);
    }
  }

  const { newAnchor: _, ...found } = scan.result();
  return {
    ...found,
    isSound: found.problemCount === 0,
    notes,
    head,
    files: fileCounts,
    ...(anchor ? { checkedAnchor: anchor } : {}),
    ...(isLogSound ? { newAnchor } : {}),
  };
}
