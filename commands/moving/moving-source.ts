import type { Belonging } from './belongings.ts';
import type { EventChecker, EventLine, EventsEnd } from './event-lines.ts';
import type { BackupContents } from './manifest.ts';

/** The events of a source in pages, then what closed them and which streams there are. */
export type SourceEvents = AsyncGenerator<
  readonly EventLine[],
  EventsEnd & { readonly streams: ReadonlyMap<string, unknown> }
>;

/** What is moved in: it can be read more than once, and throws `MovingRefused` at the line where it is damaged. */
export interface MovingSource {
  /** For messages. */
  readonly name: string;
  /** The log that it was made of. */
  readonly storeId: string;
  events(checker: EventChecker, onRead?: (bytes: number, total: number) => void): SourceEvents;
  /**
   * The vault, sealed as the one that it moves into, and the files; null where the source has the events alone. Only after
   * the events have been read once.
   */
  readonly belongings: (() => AsyncGenerator<Belonging>) | null;
  /** What a manifest says of its contents; null where there is none. */
  readonly said: BackupContents | null;
}
