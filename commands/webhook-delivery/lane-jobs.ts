import type { WebhookTrigger } from '../../domain/webhook/delivery.ts';
import type { Outcome } from '../webhook/attempt.ts';
import type { PublicEvent, PublicEvents } from '../webhook/public-events.ts';
import type { Feed, NumberedReference } from './feed.ts';
import type { LanePlaces } from './places.ts';
import type { DeliveryRecords, WebhookJob } from './records.ts';
import { MOST_TRIES, retryDelay } from './schedule.ts';
import { parkedIn, parkWhatItLeft, pauseReplay } from './staff-requests.ts';
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
  /** How many attempts each message has had. */
  attemptedOf(references: readonly NumberedReference[]): Promise<readonly number[]>;
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
  /** After its last attempt in a replay. */
  readonly isGivenUp: boolean;
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
const PAGE = 100;
/** Until an attempt that was broken off is made again. */
const BROKEN_OFF_MS = 1000;

/** Redeliveries and replays of one webhook, one after the other. Each continues after a crash where it was. */
export class LaneJobs {
  readonly #lane: JobLane;
  readonly #ports: JobPorts;
  #mayHave = true;
  /** Another job may come before the current one, or staff have changed it. */
  #mustLook = true;
  /** A redelivery or a piece of a replay is under way. */
  #isSending = false;
  /** The replay that is under way, as it is stored unless staff have changed it. */
  #current: WebhookJob | null = null;
  /** Of the message that failed last. */
  #failing: { readonly number: number; readonly tries: number } | null = null;
  #notBefore = 0;

  constructor(lane: JobLane, ports: JobPorts) {
    this.#lane = lane;
    this.#ports = ports;
  }

  get isSending(): boolean {
    return this.#isSending;
  }

  /** A job was added or changed. */
  look(): void {
    this.#mayHave = true;
    this.#mustLook = true;
  }

  /** One piece of the oldest job that runs. Returns in how many milliseconds there is another one; null for none. */
  async step(isReplaying: boolean): Promise<number | null> {
    if (!this.#mayHave || this.#isSending) return null;
    const job = isReplaying && !this.#mustLook && this.#current ? this.#current : await this.#next(isReplaying);
    if (!job) return null;
    if (job.kind === 'skip') return this.#skip(job);
    const wait = job.kind === 'replay' ? this.#notBefore - this.#now() : 0;
    if (wait > 0) return wait;
    this.#isSending = true;
    const sending = job.kind === 'replay' ? this.#replay(job) : this.#redeliver(job);
    this.#lane.beside(
      sending.finally(() => {
        this.#isSending = false;
      }),
    );
    return null;
  }

  async #next(isReplaying: boolean): Promise<WebhookJob | undefined> {
    const { records } = this.#ports;
    if (isReplaying) this.#mustLook = false;
    const { documents } = await records.jobs.find({ webhookId: this.#lane.webhookId, state: 'running' });
    const [job] = documents
      .filter(({ kind }) => isReplaying || kind !== 'replay')
      .toSorted((one, other) => rank(one) - rank(other) || (one.createdAt < other.createdAt ? -1 : 1));
    if (!job) this.#mayHave = documents.length > 0;
    return job;
  }

  async #skip(job: WebhookJob): Promise<number> {
    await this.#lane.skip(job.from);
    await this.#save(job, { ...finished(this.#now()), sent: 0 });
    return 0;
  }

  /** Returns when to look for a job again; null once a place is free. */
  async #redeliver(job: WebhookJob): Promise<number | null> {
    const { organizationId, places } = this.#lane;
    const [reference] = await this.#ports.feed.range(organizationId, job.from, job.from);
    const [event] = reference ? await this.#ports.events.read([reference]) : [];
    const [attempted = 0] = reference ? await this.#lane.attemptedOf([reference]) : [];
    if (event && places.room('redelivery') === 0) return null;
    const outcome = event
      ? await this.#lane.attempt(event, 'redelivery', attempted + 1).finally(places.begin(1, 'redelivery'))
      : null;
    if (event && outcome === null) return BROKEN_OFF_MS;
    if (reference && event && outcome) {
      await this.#lane.noteAttempts([{ reference, event, outcome, trigger: 'redelivery', isGivenUp: false }]);
    }
    const isSent = outcome !== null && outcome.failure === null;
    await this.#save(job, { ...finished(this.#now()), sent: isSent ? 1 : 0, failed: isSent ? 0 : 1 });
    return 0;
  }

  /** Returns when to look for a job again; null once a place is free. */
  async #replay(job: WebhookJob): Promise<number | null> {
    const { places } = this.#lane;
    if (places.room('replay') === 0) return null;
    const { references, next } = job.isParkedOnly ? await this.#parked(job) : await this.#inRange(job);
    if (references.length === 0) {
      await this.#save(job, { next, ...(next > job.to && finished(this.#now())) });
      return 0;
    }
    const [events, attempted] = await Promise.all([
      this.#ports.events.read(references),
      this.#lane.attemptedOf(references),
    ]);
    const some = references.slice(0, places.room('replay'));
    if (some.length === 0) return null;
    const release = this.#lane.hold(some.map(({ applicationId }) => applicationId));
    if (!release) return 0;
    const end = places.begin(some.length, 'replay');
    try {
      await this.#noteAll(job, some, await this.#attemptAll(some, events, attempted, end));
    } finally {
      release();
    }
    return Math.max(0, this.#notBefore - this.#now());
  }

  #attemptAll(
    references: readonly NumberedReference[],
    events: readonly (PublicEvent | undefined)[],
    attempted: readonly number[],
    end: () => void,
  ): Promise<readonly Attempted[]> {
    return Promise.all(
      references.map(async (reference, n) => {
        const event = events[n];
        try {
          if (!event || !this.#lane.isOfItsBatches(event)) return LEFT_OUT;
          const outcome = await this.#lane.attempt(event, 'replay', (attempted[n] ?? 0) + 1);
          return outcome && { reference, event, outcome, trigger: 'replay' as const };
        } finally {
          end();
        }
      }),
    );
  }

  async #noteAll(
    job: WebhookJob,
    references: readonly NumberedReference[],
    outcomes: readonly Attempted[],
  ): Promise<void> {
    let { next, sent, failed } = job;
    let waitMs = job.rate === null ? 0 : (references.length * 1000) / job.rate;
    let givenUp: number | null = null;
    let isGone = false;
    for (const [n, one] of outcomes.entries()) {
      if (one === null) {
        waitMs = BROKEN_OFF_MS;
        break;
      }
      if (one !== LEFT_OUT && one.outcome.failure === 'gone') {
        isGone = true;
        break;
      }
      const { number } = references[n] ?? { number: next };
      const hasFailed = one !== LEFT_OUT && one.outcome.failure !== null;
      const tries = hasFailed ? (this.#failing?.number === number ? this.#failing.tries : 0) + 1 : 0;
      const isLast = !hasFailed || tries >= MOST_TRIES;
      if (!isLast) {
        // Those behind it are sent again, in order.
        this.#failing = { number, tries };
        waitMs = retryDelay(tries, this.#ports.random(), one.outcome.retryAfterMs);
        break;
      }
      next = number + 1;
      if (one !== LEFT_OUT) [sent, failed] = hasFailed ? [sent, failed + 1] : [sent + 1, failed];
      if (hasFailed) givenUp = number;
    }
    const attempts = outcomes.filter((one) => one !== null && one !== LEFT_OUT);
    await this.#lane.noteAttempts(attempts.map((one) => ({ ...one, isGivenUp: one.reference.number === givenUp })));
    this.#notBefore = this.#now() + waitMs;
    await this.#save(job, { next, sent, failed, ...(next > job.to && finished(this.#now())) });
    if (!isGone) return;
    await pauseReplay(this.#ports.records, job._id, 'gone', this.#now());
    this.look();
  }

  /** The next messages of different applications. */
  async #inRange(job: WebhookJob): Promise<{ references: readonly NumberedReference[]; next: number }> {
    const types = wantedTypes(this.#lane.types);
    let next = job.next;
    while (next <= job.to) {
      const page = await this.#ports.feed.range(this.#lane.organizationId, next, Math.min(job.to, next + PAGE - 1));
      if (page.length === 0) return { references: [], next: job.to + 1 };
      const references = ofDifferent(
        page.filter(({ type }) => types.has(type)),
        this.#mostOf(job),
      );
      if (references.length > 0) return { references, next };
      next = (page.at(-1)?.number ?? next) + 1;
    }
    return { references: [], next };
  }

  async #parked(job: WebhookJob): Promise<{ references: readonly NumberedReference[]; next: number }> {
    const { records, feed } = this.#ports;
    const { webhookId, organizationId } = this.#lane;
    const numbers = await parkedIn(records, webhookId, { from: job.next, to: job.to });
    const found = await Promise.all(
      numbers.slice(0, AT_ONCE).map((number) => feed.range(organizationId, number, number)),
    );
    const references = ofDifferent(found.flat(), this.#mostOf(job));
    return { references, next: references[0]?.number ?? job.to + 1 };
  }

  #mostOf = ({ rate }: WebhookJob): number => (rate === null ? AT_ONCE : Math.min(AT_ONCE, rate));

  #now = (): number => this.#ports.now();

  /** What staff did meanwhile, such as a pause, holds. */
  async #save(job: WebhookJob, changes: Partial<WebhookJob>): Promise<void> {
    const { jobs } = this.#ports.records;
    const saved = { ...job, ...changes };
    if (await jobs.replace(saved, { state: job.state, rate: job.rate })) {
      this.#current = saved.kind === 'replay' && saved.state === 'running' ? saved : null;
      return;
    }
    this.#current = null;
    const { state: _state, finishedAt: _finishedAt, ...counts } = changes;
    const changed = await jobs.get(job._id);
    if (changed) await jobs.replace({ ...changed, ...counts }, { state: changed.state, rate: changed.rate });
    if (changed?.state === 'cancelled') await parkWhatItLeft(this.#ports.records, changed);
  }
}

/** No event of the webhook's batches. */
const LEFT_OUT = 'left out';

/** Null if it was broken off. */
type Attempted = Omit<Sent, 'isGivenUp'> | typeof LEFT_OUT | null;

const rank = ({ kind }: WebhookJob): number => (kind === 'replay' ? 1 : 0);

const finished = (now: number) => ({ state: 'done', finishedAt: new Date(now).toISOString() }) as const;

/** In order for each application: a second message of one waits for the next piece. */
function ofDifferent(references: readonly NumberedReference[], most: number): readonly NumberedReference[] {
  const seen = new Set<string>();
  const chosen: NumberedReference[] = [];
  for (const reference of references) {
    if (chosen.length >= most || seen.has(reference.applicationId)) break;
    seen.add(reference.applicationId);
    chosen.push(reference);
  }
  return chosen;
}
