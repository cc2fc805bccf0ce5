import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, type Document, DocumentStoreUnavailable } from '../document-store/port.ts';
import type { ProjectionStatus } from './status.ts';

/** No projection has such a name. */
export const LEADER_ID = '$leader';
const RETRY_MS = 250;
/** So often at least the leader shows that it is there. */
const SILENT_MS = 5000;

/** What the leading process tells all others: how far the generations are that it folds, and what ails them. */
export interface Announcement extends Document {
  /** Fencing number: grows with each process that begins to lead. */
  readonly term: number;
  /** Grows with each announcement, so that a silent leader is noticed. */
  readonly beat: number;
  readonly error: string | null;
  readonly projections: readonly ProjectionStatus[];
}

export type News = Pick<Announcement, 'error' | 'projections'>;

/** Takes the next term: whoever had led until now finds its own gone. */
export async function takeTerm(announcements: Collection<Announcement>): Promise<number> {
  for (;;) {
    const before = await announcements.get(LEADER_ID);
    if (!before) {
      if (await announcements.insert({ _id: LEADER_ID, term: 1, beat: 1, error: null, projections: [] })) return 1;
      continue;
    }
    const term = before.term + 1;
    if (await announcements.replace({ ...before, term, beat: before.beat + 1 }, { term: before.term })) return term;
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
  readonly #onProblem: (message: string, error: unknown) => void;
  #beat = 0;
  #isDue = false;
  #isClosed = false;
  #writing: Promise<void> | null = null;
  #writtenAt = performance.now();

  constructor(
    announcements: Collection<Announcement>,
    term: number,
    options: {
      news: () => News;
      onOvertaken: () => void;
      onProblem: (message: string, error: unknown) => void;
    },
  ) {
    this.#announcements = announcements;
    this.#term = term;
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
