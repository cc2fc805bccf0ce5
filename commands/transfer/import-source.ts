import type { Belonging } from './belongings.ts';
import type { EventChecker, EventLine, EventsEnd } from './event-lines.ts';
import type { BackupContents } from './manifest.ts';

/** The events of a source in pages; returns its closing line and the streams. */
export type SourceEvents = AsyncGenerator<
  readonly EventLine[],
  EventsEnd & { readonly streams: ReadonlyMap<string, unknown> }
>;

/** The source of an import. Repeatable; throws `TransferRefused` at a damaged line. */
export interface ImportSource {
  /** For messages. */
  readonly name: string;
  /** The log of the source. */
  readonly storeId: string;
  events(checker: EventChecker, onRead?: (bytes: number, total: number) => void): SourceEvents;
  /**
   * Vault entries, sealed like those of the target, and files; null for events alone. Call it after the events were
   * read once.
   */
  readonly belongings: (() => AsyncGenerator<Belonging>) | null;
  /** The manifest's contents; null without one. */
  readonly said: BackupContents | null;
}
