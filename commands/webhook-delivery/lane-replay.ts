import type { Outcome } from '../webhook/attempt.ts';
import type { Feed, NumberedReference } from './feed.ts';
import type { DeliveryRecords, WebhookJob } from './records.ts';
import { ReplayQueue } from './replay-queue.ts';
import { MOST_TRIES, retryDelay } from './schedule.ts';
import { parkedIn } from './staff-requests.ts';
import { FAILURES_OF_DOWN, isUnreachable } from './target-health.ts';

const PAGE = 500;
/** Parked messages, each of which is looked up. */
const AT_ONCE = 20;

export interface ReplaySource {
  readonly webhookId: string;
  readonly organizationId: string;
  /** Those that it sends. */
  readonly types: ReadonlySet<string>;
  readonly feed: Feed;
  readonly records: Pick<DeliveryRecords, 'messages'>;
}

/**
 * The events that a replay sends. A failed one holds back the later events of its application only; after its last attempt
 * the next one follows, as for live events. It continues after a crash where its job was saved.
 */
export class LaneReplay {
  readonly #source: ReplaySource;
  #job: WebhookJob;
  readonly #queue: ReplayQueue;
  /** Of a replay of parked messages. */
  readonly #parked: readonly number[] | null;
  #next: number;
  #failuresInRow = 0;
  /** The oldest event may test the target now, before its next attempt. */
  #mayTest = false;

  private constructor(job: WebhookJob, source: ReplaySource, parked: readonly number[] | null) {
    this.#source = source;
    this.#job = job;
    this.#queue = new ReplayQueue(job.held ?? []);
    this.#parked = parked;
    this.#next = job.next;
  }

  static async open(job: WebhookJob, source: ReplaySource): Promise<LaneReplay> {
    const from = Math.min(job.next, ...(job.held ?? []).map(({ number }) => number));
    const parked = job.isParkedOnly
      ? await parkedIn(source.records, source.webhookId, { from, to: job.to }, ['parked', 'replaying'])
      : null;
    const replay = new LaneReplay(job, source, parked);
    await replay.#addHeld(from);
    return replay;
  }

  /** False if it is another job, or if staff have continued it. */
  isOf = ({ _id, held }: WebhookJob): boolean =>
    this.#job._id === _id && JSON.stringify(this.#job.held) === JSON.stringify(held);

  /** As it was saved. */
  keep(job: WebhookJob): void {
    this.#job = job;
  }

  /** The events that may be sent now, of different applications. */
  async choose(most: number, now: number): Promise<readonly NumberedReference[]> {
    if (this.#isDown) {
      // The oldest one tests the target.
      const { oldest } = this.#queue;
      if (oldest) return this.#mayTest || oldest.nextTryAt <= now ? [oldest.reference] : [];
    }
    while (this.#next <= this.#job.to && !this.#queue.hasEnough(most, now)) {
      const page = await this.#page(this.#next, this.#job.to);
      if (page.length === 0) this.#next = this.#job.to + 1;
      for (const reference of page) {
        if (this.#queue.hasEnough(most, now)) break;
        if (this.#isWanted(reference)) this.#queue.add(reference);
        this.#next = reference.number + 1;
      }
    }
    return this.#queue.due(most, now);
  }

  /** When the next event is due; undefined if nothing is left. */
  get nextDue(): number | undefined {
    if (!this.#isDown) return this.#queue.nextDue;
    const { oldest } = this.#queue;
    return oldest && this.#mayTest ? 0 : oldest?.nextTryAt;
  }

  triesOf = (reference: NumberedReference): number => this.#queue.triesOf(reference);

  done(reference: NumberedReference): void {
    this.#queue.done(reference);
  }

  /** It was not sent, and may be again. */
  putBack(reference: NumberedReference, at: number): void {
    this.#mayTest = false;
    this.#queue.retry(reference, this.triesOf(reference), at);
  }

  /** When it is tried again; null after its last attempt. */
  failed(reference: NumberedReference, { retryAfterMs }: Outcome, now: number, random: number): number | null {
    // A test of the target uses up no attempt.
    const ownNext = this.#queue.nextTryOf(reference);
    if (ownNext > now) return ownNext;
    const tries = this.triesOf(reference) + 1;
    if (tries >= MOST_TRIES) {
      this.#queue.done(reference);
      return null;
    }
    const nextTryAt = now + retryDelay(tries, random, retryAfterMs);
    this.#queue.retry(reference, tries, nextTryAt);
    return nextTryAt;
  }

  /** Of one piece. */
  noteAnswers(outcomes: readonly Outcome[]): void {
    if (outcomes.length > 0) this.#mayTest = false;
    if (outcomes.some(({ failure }) => failure === null)) {
      if (this.#isDown) this.#queue.hurry();
      this.#failuresInRow = 0;
    } else if (outcomes.some(isUnreachable)) this.#failuresInRow = FAILURES_OF_DOWN;
    else this.#failuresInRow += outcomes.length;
  }

  /** The target has taken a message that is not of this replay; those of the replay it may still refuse. */
  targetAnswers(): void {
    this.#mayTest = this.#isDown;
  }

  /** What waits may be tried now; with a number, only this event. */
  hurry(number?: number): void {
    this.#queue.hurry(number);
  }

  /** What its job keeps. */
  get saved() {
    return { next: this.#next, held: this.#queue.held, open: this.#queue.count, isDown: this.#isDown };
  }

  get #isDown(): boolean {
    return this.#failuresInRow >= FAILURES_OF_DOWN;
  }

  /** Events behind those that failed before the job was saved. */
  async #addHeld(from: number): Promise<void> {
    const since = new Map((this.#job.held ?? []).map(({ applicationId, number }) => [applicationId, number]));
    for (let first = from; first < this.#next; ) {
      const page = await this.#page(first, this.#next - 1);
      if (page.length === 0) break;
      for (const reference of page) {
        const held = since.get(reference.applicationId);
        if (held !== undefined && reference.number >= held && this.#isWanted(reference)) this.#queue.add(reference);
      }
      first = (page.at(-1)?.number ?? first) + 1;
    }
    this.#queue.dropEmpty();
  }

  #isWanted = ({ type }: NumberedReference): boolean => this.#parked !== null || this.#source.types.has(type);

  async #page(first: number, last: number): Promise<readonly NumberedReference[]> {
    if (!this.#parked) return this.#range(first, Math.min(last, first + PAGE - 1));
    const numbers = this.#parked.filter((number) => number >= first && number <= last).slice(0, AT_ONCE);
    const found = await Promise.all(numbers.map((number) => this.#range(number, number)));
    return found.flat();
  }

  /** Throws if the store does not show yet what it has counted. */
  async #range(first: number, last: number): Promise<readonly NumberedReference[]> {
    const { feed, organizationId } = this.#source;
    const found = await feed.range(organizationId, first, last);
    if (found.length > 0 || (await feed.count(organizationId)) < first) return found;
    throw new Error(`The feed of ${organizationId} does not show number ${first}`);
  }
}
