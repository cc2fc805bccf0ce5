import type { Attachment } from './attachments.ts';
import type { EventChecker, EventLine, EventsEnd } from './event-lines.ts';
import type { BackupContents } from './manifest.ts';

/** Returns the closing line and the streams. */
export type SourceEvents = AsyncGenerator<
  readonly EventLine[],
  EventsEnd & { readonly streams: ReadonlyMap<string, unknown> }
>;

export interface ImportSource {
  readonly name: string;
  readonly storeId: string;
  events(checker: EventChecker, onRead?: (bytes: number, total: number) => void): SourceEvents;
  /** Sealed like the target's; null for events alone. Requires that the events were read once. */
  readonly attachments: (() => AsyncGenerator<Attachment>) | null;
  /** From the manifest; null without one. */
  readonly said: BackupContents | null;
}
