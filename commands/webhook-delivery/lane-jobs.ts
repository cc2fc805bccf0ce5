import type { WebhookTrigger } from '../../domain/webhook/delivery.ts';
import type { Outcome } from '../webhook/attempt.ts';
import type { PublicEvent, PublicEvents } from '../webhook/public-events.ts';
import type { Feed, NumberedReference } from './feed.ts';
import { LaneReplay } from './lane-replay.ts';
import type { LanePlaces } from './places.ts';
import {
  asStaffLeft,
  attemptedOf,
  type DeliveryRecords,
  failedOnlyOf,
  keptFailure,
  type WebhookJob,
  type WebhookMessage,
} from './records.ts';
import { isFailed, parkWhatItLeft, pauseReplay, triedNow } from './staff-requests.ts';
import { isUnreachable } from './target-health.ts';
import { wantedTypes } from './wanted.ts';

/** What a job needs of the lane. */
export interface JobLane {
  readonly webhookId: string;
  readonly organizationId: string;
  /** Those that the webhook subscribes to. */
  readonly types: readonly string[];
  readonly places: LanePlaces;
  isOfItsBatches(event: PublicEvent): boolean;
  /** Null if it was broken off, because this process stops. */
  attempt(event: PublicEvent, trigger: WebhookTrigger, attempt: number): Promise<Outcome | null>;
  /** The records of these messages that have one. */
  stored(references: readonly NumberedReference[]): Promise<readonly WebhookMessage[]>;
  /** At once, if it is down. */
  testTarget(): Promise<void>;
  /** Keeps the attempts; a delivered message needs no further one. */
  noteAttempts(sent: readonly Sent[]): Promise<void>;
  skip(number: number): Promise<void>;
  /** Lets live events of these applications wait; returns what lets them go on. Null while a live event is under way. */
  hold(applicationIds: readonly string[]): (() => void) | null;
  /** Lets live events go on meanwhile. It ends with when to look for a job again, as a step does. */
  beside(work: Promise<number | null>): void;
}

export interface Sent {
  readonly reference: NumberedReference;
  readonly event: PublicEvent;
  readonly outcome: Outcome;
  readonly trigger: WebhookTrigger;
  /** When a replay tries it again; null if it does not. */
  readonly nextTryAt: string | null;
}

export interface JobPorts {
  readonly records: Pick<DeliveryRecords, 'jobs' | 'messages'>;
  readonly events: Pick<PublicEvents, 'read'>;
  readonly feed: Feed;
  readonly now: () => number;
  readonly random: () => number;
}

/** Requests at once, if there are places for so many. */
const AT_ONCE = 8;
/** Until an attempt that was broken off is made again. */
const BROKEN_OFF_MS = 1000;

/**
 * Redeliveries and replays of one webhook, one after the other, but a redelivery does not wait for a piece of a replay. Each
 * continues after a crash where it was.
 */
export class LaneJobs {
  readonly #lane: JobLane;
  readonly #ports: JobPorts;
  #mayHave = true;
  /** Another job may come before the current one, or staff have changed it. */
  #mustLook = true;
  /** A redelivery may have been asked for since the last look. */
  #mayRedeliver = true;
  #isRedelivering = false;
  /** A piece of a replay is under way. */
  #isReplaying = false;
  /** The replay that is under way, as it is stored unless staff have changed it. */
  #current: WebhookJob | null = null;
  /** Of the current replay. */
  #replay: LaneReplay | null = null;
  /** The replays that were running at the last look. */
  #asked: ReadonlySet<string> = new Set();
  #notBefore = 0;

  constructor(lane: JobLane, ports: JobPorts) {
    this.#lane = lane;
    this.#ports = ports;
  }

  get isSending(): boolean {
    return this.#isRedelivering || this.#isReplaying;
  }

  look(): void {
    this.#mayHave = true;
    this.#mustLook = true;
    this.#mayRedeliver = true;
  }

  retryNow(): void {
    this.#replay?.hurry();
  }

  /** It has taken another message. */
  targetAnswers(): void {
    this.#replay?.targetAnswers();
  }

  /** One piece of the oldest job that runs. Returns in how many milliseconds there is another one; null for none. */
  async step(mayReplay: boolean): Promise<number | null> {
    if (!this.#mayHave || this.#isRedelivering || (this.#isReplaying && !this.#mayRedeliver)) return null;
    const isKnown = mayReplay && !this.#isReplaying && !this.#mustLook;
    const job = isKnown && this.#current ? this.#current : await this.#next(mayReplay);
    if (!job) return null;
    if (job.kind === 'skip') return this.#skip(job);
    if (job.kind === 'redeliver') return this.#begin(job);
    const wait = this.#notBefore - this.#now();
    if (wait > 0) return wait;
    return this.#begin(job);
  }

  #begin(job: WebhookJob): null {
    if (job.kind === 'replay') {
      this.#isReplaying = true;
      this.#lane.beside(
        this.#sendPiece(job).finally(() => {
          this.#isReplaying = false;
        }),
      );
      return null;
    }
    this.#isRedelivering = true;
    this.#lane.beside(
      this.#redeliver(job).finally(() => {
        this.#isRedelivering = false;
        // Another one may wait, which goes before the replay.
        this.look();
      }),
    );
    return null;
  }

  async #next(mayReplay: boolean): Promise<WebhookJob | undefined> {
    const { records } = this.#ports;
    // A skip waits for the piece: its message may be under way.
    const kinds: readonly WebhookJob['kind'][] = this.#isReplaying
      ? ['redeliver']
      : ['redeliver', 'skip', ...(mayReplay ? (['replay'] as const) : [])];
    if (kinds.includes('replay')) this.#mustLook = false;
    this.#mayRedeliver = false;
    this.#mayHave = false;
    const { documents } = await records.jobs.find({ webhookId: this.#lane.webhookId, state: 'running' });
    await this.#noteAsked(documents);
    this.#mayHave ||= documents.length > 0;
    return documents
      .filter(({ kind }) => kinds.includes(kind))
      .toSorted((one, other) => rank(one) - rank(other) || (one.createdAt < other.createdAt ? -1 : 1))[0];
  }

  /** Staff who begin or continue a replay expect the target to be back. */
  async #noteAsked(running: readonly WebhookJob[]): Promise<void> {
    const replays = running.filter(({ kind }) => kind === 'replay');
    const asked = new Set(replays.map(({ _id, continuedAt }) => `${_id} ${continuedAt}`));
    const isNew = !asked.isSubsetOf(this.#asked);
    this.#asked = asked;
    if (isNew) await this.#lane.testTarget();
  }

  async #skip(job: WebhookJob): Promise<number> {
    await this.#lane.skip(job.from);
    this.#replay?.hurry(job.from);
    await this.#save(job, { ...finished(this.#now()), sent: 0 });
    return 0;
  }

  /** Returns when to look for a job again; null once a place is free. */
  async #redeliver(job: WebhookJob): Promise<number | null> {
    const { organizationId, places } = this.#lane;
    const [reference] = await this.#ports.feed.range(organizationId, job.from, job.from);
    const [event] = reference ? await this.#ports.events.read([reference]) : [];
    const [message] = reference ? await this.#lane.stored([reference]) : [];
    const attempted = message ? attemptedOf(message) : 0;
    if (event && places.room('redelivery') === 0) return null;
    const outcome = event
      ? await this.#lane.attempt(event, 'redelivery', attempted + 1).finally(places.begin(1, 'redelivery'))
      : null;
    if (event && outcome === null) return BROKEN_OFF_MS;
    if (reference && event && outcome) {
      await this.#lane.noteAttempts([{ reference, event, outcome, trigger: 'redelivery', nextTryAt: null }]);
    }
    const isSent = outcome !== null && outcome.failure === null;
    if (isSent) {
      this.targetAnswers();
      this.#replay?.hurry(job.from);
    }
    await this.#save(job, { ...finished(this.#now()), sent: isSent ? 1 : 0, failed: isSent ? 0 : 1 });
    return 0;
  }

  /** Returns when to look for a job again; null once a place is free. */
  async #sendPiece(job: WebhookJob): Promise<number | null> {
    try {
      const replay = await this.#opened(job);
      const room = this.#lane.places.room('replay');
      if (room === 0) return null;
      const chosen = await replay.choose(Math.min(room, this.#mostOf(job)), this.#now());
      if (chosen.length > 0) return await this.#send(job, replay, chosen);
      const { nextDue } = replay;
      if (nextDue !== undefined) return Math.max(0, nextDue - this.#now());
      await this.#save(job, { ...replay.saved, ...finished(this.#now()) });
      return 0;
    } catch (error) {
      this.#replay = null;
      throw error;
    }
  }

  async #opened(job: WebhookJob): Promise<LaneReplay> {
    if (this.#replay?.isOf(job)) return this.#replay;
    const { webhookId, organizationId, types } = this.#lane;
    this.#notBefore = 0;
    this.#replay = await LaneReplay.open(job, { ...this.#ports, webhookId, organizationId, types: wantedTypes(types) });
    return this.#replay;
  }

  async #send(job: WebhookJob, replay: LaneReplay, chosen: readonly NumberedReference[]): Promise<number | null> {
    const [events, stored] = await Promise.all([this.#ports.events.read(chosen), this.#lane.stored(chosen)]);
    const messages = new Map(stored.map((message) => [message.number, message]));
    // Others may have taken places meanwhile.
    const references = chosen.slice(0, this.#lane.places.room('replay'));
    if (references.length === 0) return null;
    const release = this.#lane.hold(references.map(({ applicationId }) => applicationId));
    if (!release) return 0;
    const end = this.#lane.places.begin(references.length, 'replay');
    try {
      const attempts = references.map(async (reference, n): Promise<Attempted> => {
        const [event, message] = [events[n], messages.get(reference.number)];
        try {
          if (!event || !this.#lane.isOfItsBatches(event) || isSettled(job, replay.triesOf(reference), message)) {
            return { reference, sent: null };
          }
          const outcome = await this.#lane.attempt(event, 'replay', (message ? attemptedOf(message) : 0) + 1);
          const hasOwnTries = failedOnlyOf(job).isFailedOnly && message?.state === 'waiting';
          return { reference, sent: outcome && { event, outcome }, isBrokenOff: outcome === null, hasOwnTries };
        } finally {
          end();
        }
      });
      await this.#noteAll(job, replay, await Promise.all(attempts));
    } finally {
      release();
    }
    return Math.max(0, this.#notBefore - this.#now());
  }

  async #noteAll(job: WebhookJob, replay: LaneReplay, attempts: readonly Attempted[]): Promise<void> {
    let { sent, failed, lastFailure } = job;
    const now = this.#now();
    let isGone = false;
    const noted: Sent[] = [];
    for (const { reference, sent: one, isBrokenOff = false, hasOwnTries = false } of attempts) {
      if (isBrokenOff) replay.putBack(reference, now + BROKEN_OFF_MS);
      else if (!one) replay.done(reference);
      else {
        const { failure } = one.outcome;
        let nextTryAt: number | null = null;
        if (failure === null) {
          sent += 1;
          replay.done(reference);
        } else {
          isGone ||= failure === 'gone';
          lastFailure = keptFailure(one.outcome, failure);
          // A target that cannot be reached has not refused the message.
          if (hasOwnTries && !isUnreachable(one.outcome)) replay.done(reference);
          else nextTryAt = replay.failed(reference, one.outcome, now, this.#ports.random());
          if (nextTryAt === null) failed += 1;
        }
        noted.push({
          ...{ reference, ...one, trigger: 'replay' },
          nextTryAt: nextTryAt === null ? null : new Date(nextTryAt).toISOString(),
        });
      }
    }
    replay.noteAnswers(
      noted.map(({ outcome }) => outcome),
      now,
      this.#ports.random(),
    );
    await this.#lane.noteAttempts(noted);
    this.#notBefore = now + (job.rate === null ? 0 : (attempts.length * 1000) / job.rate);
    const isOver = replay.nextDue === undefined && replay.saved.next > job.to;
    await this.#save(job, {
      ...{ ...replay.saved, sent, failed },
      ...(lastFailure && { lastFailure }),
      ...(isOver && finished(this.#now())),
    });
    if (!isGone) return;
    await pauseReplay(this.#ports.records, job._id, 'gone', this.#now());
    this.look();
  }

  #mostOf = ({ rate }: WebhookJob): number => (rate === null ? AT_ONCE : Math.min(AT_ONCE, rate));

  #now = (): number => this.#ports.now();

  /** What staff did meanwhile, such as a pause, holds. */
  async #save(job: WebhookJob, changes: Partial<WebhookJob>): Promise<void> {
    const { jobs } = this.#ports.records;
    const saved = savedAgain(job, changes);
    if (await jobs.replace(saved, asStaffLeft(job))) {
      if (saved.kind !== 'replay') return;
      this.#current = saved.state === 'running' ? saved : null;
      this.#replay?.keep(saved);
      return;
    }
    if (job.kind === 'replay') {
      this.#current = null;
      this.#replay = null;
    }
    const { state: _state, finishedAt: _finishedAt, ...counts } = changes;
    for (;;) {
      const changed = await jobs.get(job._id);
      if (!changed) return;
      const isContinued = changed.continuedAt !== job.continuedAt;
      const kept = savedAgain(changed, { ...counts, ...(isContinued && triedNow(counts)) });
      if (!(await jobs.replace(kept, asStaffLeft(changed)))) continue;
      if (changed.state === 'cancelled') await parkWhatItLeft(this.#ports.records, changed);
      return;
    }
  }
}

interface Attempted {
  readonly reference: NumberedReference;
  /** Null if it is left out or was broken off. */
  readonly sent: Pick<Sent, 'event' | 'outcome'> | null;
  readonly isBrokenOff?: boolean;
  /** Its scheduled attempts go on if it is refused, so a replay of failed messages makes only one. */
  readonly hasOwnTries?: boolean;
}

/** Whether staff or a live attempt have settled the message since the replay tried it, or since it failed. */
function isSettled(job: WebhookJob, tries: number, message: WebhookMessage | undefined): boolean {
  if (failedOnlyOf(job).isFailedOnly) return !message || !isFailed(message);
  return tries > 0 && (message?.state === 'skipped' || message?.state === 'delivered');
}

const savedAgain = (job: WebhookJob, changes: Partial<WebhookJob>): WebhookJob => ({
  ...job,
  ...changes,
  saves: (job.saves ?? 0) + 1,
});

const rank = ({ kind }: WebhookJob): number => (kind === 'replay' ? 1 : 0);

const finished = (now: number) => ({ state: 'done', finishedAt: new Date(now).toISOString() }) as const;
