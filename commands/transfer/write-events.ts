import type { Codec } from '../event-store/codec.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import { splitMetadata } from '../event-store/event-hash.ts';
import { type EventStore, START } from '../event-store/port.ts';
import type { FileStore } from '../file-store/port.ts';
import { addToDigest, createAnchors } from '../integrity/anchor.ts';
import { createLogScan } from '../integrity/log-scan.ts';
import { createUploadLedger, type UploadLedger } from '../integrity/uploaded-files.ts';
import type { Vault } from '../vault/vault.ts';
import { type EventsEnd, eventLine } from './event-lines.ts';
import type { LineWriter } from './line-writer.ts';
import { type LogPart, WHOLE_LOG } from './log-part.ts';
import { type Pace, YIELD_ONLY } from './pace.ts';
import { createMeter, type OnTransferProgress } from './progress.ts';
import { TransferRefused } from './transfer-refused.ts';

const PAGE = 200;

/** The source of an export or backup, besides the files. */
export interface ExportSource {
  readonly store: EventStore;
  readonly codec: Codec;
  readonly vault: Vault;
  readonly files: FileStore;
}

/**
 * Writes the log, or a part of it, up to its current head. Checks each event and the last anchor, because a restore would refuse damage.
 * Returns the stored files.
 */
export async function writeEvents(
  { store, codec, vault }: Omit<ExportSource, 'files'>,
  lines: LineWriter,
  onProgress: OnTransferProgress,
  { pace = YIELD_ONLY, part = WHOLE_LOG }: { readonly pace?: Pace; readonly part?: LogPart } = {},
): Promise<EventsEnd & Pick<UploadLedger, 'uploads'>> {
  // Read first: a verification meanwhile may end behind the head.
  const anchor = await createAnchors(vault).latest();
  const head = await store.head();
  await part.choose(head);
  const scan = createLogScan({
    storeId: store.storeId,
    arePositionsDense: store.arePositionsDense,
    anchor,
    // Events that match no schema are exported as well; `verify` reports them.
    misfit: () => undefined,
  });
  const requireSound = () => {
    const [problem] = scan.result().problems;
    if (problem !== undefined)
      throw new TransferRefused(`The log is damaged. Run "intake verify" for details. ${problem}`);
  };
  const show = createMeter('Writing events', onProgress);
  const ledger = createUploadLedger();
  let events = 0;
  let digest = '';
  requireSound();
  for (let after = START; after < head; ) {
    const page = await store.readAll({ after, limit: PAGE });
    if (page.position <= after) break;
    const read = page.events.filter(({ position }) => position <= head);
    const inspected = await codec.inspect(read);
    for (const [index, stored] of read.entries()) {
      const recorded = inspected[index] as (typeof inspected)[number];
      scan.take(stored, recorded);
      const event = part.take(stored, recorded);
      if (!event) continue;
      if (!(recorded instanceof DamagedEvent)) ledger.take(recorded);
      digest = addToDigest(digest, splitMetadata(event.metadata)?.hash ?? '');
      events += 1;
      await lines.write(eventLine(event));
    }
    requireSound();
    after = page.position < head ? page.position : head;
    show(
      scan.events(),
      store.arePositionsDense ? Number(head) : Math.round((scan.events() * Number(head)) / Number(after)),
    );
    await pace();
  }
  scan.end(head);
  requireSound();
  const end: EventsEnd = { events, digest };
  await lines.write(end);
  return { ...end, uploads: ledger.uploads };
}
