import type { Outcome } from '../webhook/attempt.ts';
import type { Feed, NumberedReference } from './feed.ts';
import { type DeliveryRecords, type DownReplay, failedOnlyOf, type WebhookJob } from './records.ts';
import { ReplayQueue } from './replay-queue.ts';
import { MOST_TRIES, retryDelay } from './schedule.ts';
import { failedIn } from './staff-requests.ts';
import { FAILURES_OF_DOWN, isOfEvent, isUnreachable } from './target-health.ts';

const PAGE = 500;
/** Failed messages, each of which is looked up. */
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
  /** Of a replay of failed messages. */
  readonly #failed: readonly number[] | null;
  #next: number;
  /** Read, from `#next` on, and not looked at. */
  #ahead: readonly NumberedReference[] = [];
  #failuresInRow = 0;
  #down: DownReplay | null;
  /** One event may test the target now, before its next attempt. */
  #mayTest = false;
  /** Whether the last piece has untried events that test a target which is down. */
  #isTest = false;

  private constructor(job: WebhookJob, source: ReplaySource, failed: readonly number[] | null) {
    this.#source = source;
    this.#job = job;
    this.#queue = new ReplayQueue(job.held ?? []);
    this.#failed = failed;
    this.#next = job.next;
    this.#down = job.down ?? null;
  }

  static async open(job: WebhookJob, source: ReplaySource): Promise<LaneReplay> {
    const from = Math.min(job.next, ...(job.held ?? []).map(({ number }) => number));
    const failed = failedOnlyOf(job).isFailedOnly
      ? await failedIn(source.records, source.webhookId, { from, to: job.to }, ['parked', 'waiting', 'replaying'])
      : null;
    const replay = new LaneReplay(job, source, failed);
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

  /**
   * The events that may be sent now, of different applications. While the target is down, one piece of untried events tests it
   * at each step: those that failed may be refused for their own sake. They keep their own times if the target answers.
   */
  async choose(most: number, now: number): Promise<readonly NumberedReference[]> {
    this.#isTest = false;
    const { oldest } = this.#queue;
    if (this.#down?.isUnreachable && oldest) {
      return this.#mayTest || oldest.nextTryAt <= now ? [oldest.reference] : [];
    }
    if (!this.#down) {
      await this.#look(() => this.#queue.hasEnough(most, now));
      return this.#queue.due(most, now);
    }
    const isTesting = this.#mayTest || Date.parse(this.#down.nextTryAt) <= now;
    const tests = this.#mayTest ? 1 : most;
    if (isTesting) await this.#look(() => this.#queue.untried.length >= tests || this.#queue.isFull);
    const untried = isTesting ? this.#queue.untried.slice(0, tests) : [];
    this.#isTest = untried.length > 0;
    const chosen = [...untried, ...this.#queue.dueAgain(most - untried.length, now)];
    return chosen.length > 0 || !this.#mayTest ? chosen : this.#queue.dueAgain(1, Number.POSITIVE_INFINITY);
  }

  async #look(isEnough: () => boolean): Promise<void> {
    while (this.#next <= this.#job.to && !isEnough()) {
      const page = this.#ahead.length > 0 ? this.#ahead : await this.#page(this.#next, this.#job.to);
      if (page.length === 0) this.#next = this.#job.to + 1;
      let looked = 0;
      while (looked < page.length && !isEnough()) {
        const reference = page[looked] as NumberedReference;
        if (this.#isWanted(reference)) this.#queue.add(reference);
        this.#next = reference.number + 1;
        looked += 1;
      }
      this.#ahead = page.slice(looked);
    }
  }

  /** When the next event is due; undefined if nothing is left. */
  get nextDue(): number | undefined {
    if (!this.#down) return this.#queue.nextDue;
    const { oldest, untried, isFull } = this.#queue;
    const isMore = untried.length > 0 || (this.#next <= this.#job.to && !isFull);
    if (this.#mayTest && (isMore || oldest)) return 0;
    if (this.#down.isUnreachable && oldest) return oldest.nextTryAt;
    const again = this.#queue.nextDueAgain;
    if (!isMore) return again;
    return Math.min(Date.parse(this.#down.nextTryAt), again ?? Number.POSITIVE_INFINITY);
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
    if (ownNext > now) {
      this.#queue.moveBehind(reference);
      return ownNext;
    }
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
  noteAnswers(outcomes: readonly Outcome[], now: number, random: number): void {
    if (outcomes.length === 0) return;
    const isAsked = this.#mayTest;
    this.#mayTest = false;
    const down = this.#down;
    if (outcomes.some(({ failure }) => failure === null)) {
      // Otherwise it may have refused only those that failed: they keep their own times.
      if (down && (down.isUnreachable || down.hasRefusedTest)) this.#queue.hurry();
      this.#failuresInRow = 0;
      this.#down = null;
      return;
    }
    this.#failuresInRow += outcomes.length;
    const isOut = outcomes.some(isUnreachable);
    if (!isOut && !down && this.#failuresInRow < FAILURES_OF_DOWN) return;
    const isSameStep = down !== null && (isAsked || !this.#isTest);
    const isOfEvents = outcomes.every(isOfEvent);
    const tries = isSameStep ? down.tries : isOfEvents ? 1 : (down?.tries ?? 0) + 1;
    const wait = retryDelay(tries, random, Math.max(...outcomes.map(({ retryAfterMs }) => retryAfterMs)));
    const nextTryAt = isSameStep ? down.nextTryAt : new Date(now + wait).toISOString();
    const hasRefusedTest = down !== null && (down.hasRefusedTest || (this.#isTest && !isOfEvents));
    this.#down = { tries, nextTryAt, isUnreachable: isOut, hasRefusedTest };
  }

  /** The target has taken a message that is not of this replay; those of the replay it may still refuse. */
  targetAnswers(): void {
    this.#mayTest = this.#down !== null;
  }

  /** What waits may be tried now; with a number, only this event. */
  hurry(number?: number): void {
    this.#queue.hurry(number);
    if (this.#down && number === undefined) this.#down = { ...this.#down, nextTryAt: new Date(0).toISOString() };
  }

  /** What its job keeps. */
  get saved() {
    return { next: this.#next, held: this.#queue.held, open: this.#queue.count, down: this.#down };
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

  #isWanted = ({ type }: NumberedReference): boolean => this.#failed !== null || this.#source.types.has(type);

  async #page(first: number, last: number): Promise<readonly NumberedReference[]> {
    if (!this.#failed) return this.#range(first, Math.min(last, first + PAGE - 1));
    const numbers = this.#failed.filter((number) => number >= first && number <= last).slice(0, AT_ONCE);
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
