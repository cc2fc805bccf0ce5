import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Interest } from '../../domain/event-sourcing/interest.ts';
import type { CommandContext } from '../context/context.ts';
import type { Appended } from './port.ts';

/** Hashes checked, events upcast, personal data decrypted (null if erased). */
export interface DecodedPage {
  readonly events: readonly Recorded<AnyEvent>[];
  readonly position: bigint;
  /** Events that were read for it, if the reader's interest omits some. */
  readonly scanned?: number;
}

export interface ReadLimits {
  /** Later events are neither checked nor decoded. */
  readonly until?: bigint;
  readonly most?: number;
}

/** Errors: those of the port, and `DamagedEvent` if a hash, tag or schema does not match. */
export interface EventLog {
  readonly storeId: string;
  /** `last`: the stream's last event as read, or undefined; the append continues its revision and hash. */
  append(
    stream: string,
    last: Recorded<AnyEvent> | undefined,
    events: readonly AnyEvent[],
    context: CommandContext,
  ): Promise<Appended & { readonly events: readonly Recorded<AnyEvent>[] }>;
  /** The whole stream, or the events after `last`; only the first ones if `limits` says so. */
  readStream(
    stream: string,
    last?: Pick<Recorded<AnyEvent>, 'revision' | 'metadata'>,
    limits?: ReadLimits,
  ): Promise<readonly Recorded<AnyEvent>[]>;
  /** The whole stream as this process last read or wrote it; others may have added events. */
  known?(stream: string): readonly Recorded<AnyEvent>[] | undefined;
  /** Whether the stream, which this process has read, ended at that revision a second ago or later. */
  endedRecentlyAt?(stream: string, revision: number): boolean;
  readAll(options: { after: bigint; limit: number; interest?: Interest | undefined }): Promise<DecodedPage>;
  head(): Promise<bigint>;
  subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<DecodedPage>;
}
