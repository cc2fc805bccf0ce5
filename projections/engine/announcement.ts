import { retrying } from '../../timing/retrying.ts';
import { type Collection, type Document, DocumentStoreUnavailable } from '../document-store/port.ts';
import type { ProjectionStatus } from './status.ts';
import { type OnProblem, Superseded } from './term.ts';

/** No projection has this name. */
export const LEADER_ID = '$leader';
const BACKOFF = { first: 250 };
/** A leader announces at least this often. */
const SILENT_MS = 5000;

/** Published by the leader for all processes: progress and faults of the generations that it folds. */
export interface Announcement extends Document {
  readonly term: number;
  readonly beat: number;
  readonly error: string | null;
  readonly projections: readonly ProjectionStatus[];
}

export type AnnouncementContent = Pick<Announcement, 'error' | 'projections'>;

export type Claim = Pick<Announcement, 'term' | 'beat'>;

/** Refuses older leaders' announcements from then on. Throws `Superseded` if a newer leader exists. */
export async function claimTerm(announcements: Collection<Announcement>, term: number): Promise<Claim> {
  for (;;) {
    const before = await announcements.get(LEADER_ID);
    if (before && before.term > term) throw new Superseded(`Term ${before.term} has begun`);
    const claimed = { error: null, projections: [], ...before, _id: LEADER_ID, term, beat: (before?.beat ?? 0) + 1 };
    const isClaimed = before ? announcements.replace(claimed, { term: before.term }) : announcements.insert(claimed);
    if (await isClaimed) return claimed;
  }
}

/** One write at a time; changes during a write go into the next one. A newer term stops it. */
export class Announcer {
  readonly #announcements: Collection<Announcement>;
  readonly #term: number;
  readonly #content: () => AnnouncementContent;
  readonly #onSuperseded: () => void;
  readonly #onProblem: OnProblem;
  #beat: number;
  #isDue = false;
  readonly #closing = new AbortController();
  #writing: Promise<void> | null = null;
  #writtenAt = performance.now();

  constructor(
    announcements: Collection<Announcement>,
    { term, beat }: Claim,
    options: { content: () => AnnouncementContent; onSuperseded: () => void; onProblem: OnProblem },
  ) {
    this.#announcements = announcements;
    this.#term = term;
    this.#beat = beat;
    this.#content = options.content;
    this.#onSuperseded = options.onSuperseded;
    this.#onProblem = options.onProblem;
  }

  announce(): void {
    if (this.#closing.signal.aborted) return;
    this.#isDue = true;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  beat(): void {
    if (performance.now() - this.#writtenAt >= SILENT_MS) this.announce();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#isDue && !signal.aborted) {
      // Collects all changes of this tick.
      await Promise.resolve();
      const published = await retrying(signal, BACKOFF, this.#publish, (error) => {
        // Other parts report an unavailable store; the next announcement follows when it is back.
        if (!(error instanceof DocumentStoreUnavailable))
          this.#onProblem('The announcement cannot be published', error);
      });
      if (published !== false) continue;
      this.#closing.abort();
      this.#onSuperseded();
    }
  }

  #publish = (): Promise<boolean> => {
    this.#isDue = false;
    this.#beat += 1;
    this.#writtenAt = performance.now();
    const announcement = { _id: LEADER_ID, term: this.#term, beat: this.#beat, ...this.#content() };
    return this.#announcements.replace(announcement, { term: this.#term });
  };
}
