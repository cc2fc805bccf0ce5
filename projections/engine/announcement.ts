import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, type Document, DocumentStoreUnavailable } from '../document-store/port.ts';
import type { ProjectionStatus } from './status.ts';
import { type OnProblem, Overtaken } from './term.ts';

/** No projection has such a name. */
export const LEADER_ID = '$leader';
const RETRY_MS = 250;
/** So often at least the leader shows that it is there. */
const SILENT_MS = 5000;

/** What the leading process tells all others: how far the generations are that it folds, and what ails them. */
export interface Announcement extends Document {
  /** Fencing number of the leader's lease. */
  readonly term: number;
  /** Grows with each announcement, so that a silent leader is noticed. */
  readonly beat: number;
  readonly error: string | null;
  readonly projections: readonly ProjectionStatus[];
}

export type News = Pick<Announcement, 'error' | 'projections'>;

/** Of the announcement as the leader writes it on. */
export type Claim = Pick<Announcement, 'term' | 'beat'>;

/** Writes the term: announcements of an older leader are refused from then on. Throws `Overtaken` if a newer one leads. */
export async function claimTerm(announcements: Collection<Announcement>, term: number): Promise<Claim> {
  for (;;) {
    const before = await announcements.get(LEADER_ID);
    if (before && before.term > term) throw new Overtaken(`Term ${before.term} has begun`);
    const claimed = { error: null, projections: [], ...before, _id: LEADER_ID, term, beat: (before?.beat ?? 0) + 1 };
    const isClaimed = before ? announcements.replace(claimed, { term: before.term }) : announcements.insert(claimed);
    if (await isClaimed) return claimed;
  }
}

/**
 * Writes the leader's news: at once, one write at a time, and whatever has changed during a write goes into the next one.
 * A term that is not there any more ends it.
 */
export class Announcer {
  readonly #announcements: Collection<Announcement>;
  readonly #term: number;
  readonly #news: () => News;
  readonly #onOvertaken: () => void;
  readonly #onProblem: OnProblem;
  #beat: number;
  #isDue = false;
  #isClosed = false;
  #writing: Promise<void> | null = null;
  #writtenAt = performance.now();

  constructor(
    announcements: Collection<Announcement>,
    { term, beat }: Claim,
    options: { news: () => News; onOvertaken: () => void; onProblem: OnProblem },
  ) {
    this.#announcements = announcements;
    this.#term = term;
    this.#beat = beat;
    this.#news = options.news;
    this.#onOvertaken = options.onOvertaken;
    this.#onProblem = options.onProblem;
  }

  announce(): void {
    if (this.#isClosed) return;
    this.#isDue = true;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  /** Shows that the leader is there, if nothing has for a while. */
  beat(): void {
    if (performance.now() - this.#writtenAt >= SILENT_MS) this.announce();
  }

  /** Resolves when nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#isDue && !this.#isClosed) {
      // All that changes in this turn is told together.
      await Promise.resolve();
      this.#isDue = false;
      try {
        if (!(await this.#tell())) {
          this.#isClosed = true;
          this.#onOvertaken();
        }
      } catch (error) {
        // That the store is away, others say; what is to be told will be told when it is back.
        if (!(error instanceof DocumentStoreUnavailable)) this.#onProblem('Followers cannot be told', error);
        this.#isDue = true;
        await pause(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  #tell(): Promise<boolean> {
    this.#beat += 1;
    this.#writtenAt = performance.now();
    const announcement = { _id: LEADER_ID, term: this.#term, beat: this.#beat, ...this.#news() };
    return this.#announcements.replace(announcement, { term: this.#term });
  }
}
