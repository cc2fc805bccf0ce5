import type { Recorded } from '../../domain/event-sourcing/event.ts';
import type { WebhookTrigger } from '../../domain/webhook/delivery.ts';
import { ERASURE_TYPE } from '../../domain/webhook/event-types.ts';
import type { WebhookDetails, WebhookEvent } from '../../domain/webhook/events.ts';
import { type WebhookStanding, webhook } from '../../domain/webhook/webhook.ts';
import { withCorrelation } from '../context/correlation.ts';
import { load } from '../handling/handle.ts';
import type { Outcome } from '../webhook/attempt.ts';
import type { PublicEvent, PublicEvents } from '../webhook/public-events.ts';
import type { Feed, NumberedReference } from './feed.ts';
import { type AttemptPorts, LaneAttempts } from './lane-attempts.ts';
import { LaneJobs, type Sent } from './lane-jobs.ts';
import { LaneMessages } from './lane-messages.ts';
import { LaneProgress, Superseded } from './lane-progress.ts';
import type { LanePlaces, Places } from './places.ts';
import { type Chosen, LaneQueue } from './queue.ts';
import { countedOn, type DeliveryRecords, MOST_BLOCKED } from './records.ts';
import type { SealResponse } from './responses.ts';
import { MOST_TRIES, retryDelay } from './schedule.ts';
import { pauseReplays } from './staff-requests.ts';
import { StandingCommands } from './standing-commands.ts';
import { removeRecords } from './sweep.ts';
import { TargetHealth } from './target-health.ts';
import { isOfItsBatches, isRevived, wantedTypes } from './wanted.ts';

export interface LanePorts extends AttemptPorts {
  readonly records: DeliveryRecords;
  readonly events: Pick<PublicEvents, 'read'>;
  readonly feed: Feed;
  readonly seal: SealResponse;
  readonly random: () => number;
  /** Of this leader. */
  readonly holder: string;
  /** Webhooks that were created up to here existed before events were delivered: they begin here. */
  readonly since: bigint;
  readonly places: Places;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Messages that have not failed, in memory. */
const MOST_FRESH = 200;
const PAGE = 100;
/** References of which few are of interest. */
const READ_AT_ONCE = 1000;
/** Numbers that may be looked at again after a crash. */
const UNSAVED = 100;
const PROBLEM_MS = 5000;

/** Delivers to one webhook, at least once and in order for each application. */
export class WebhookLane {
  readonly webhookId: string;
  readonly organizationId: string;
  readonly #ports: LanePorts;
  readonly #places: LanePlaces;
  readonly #queue = new LaneQueue();
  readonly #messages: LaneMessages;
  readonly #jobs: LaneJobs;
  readonly #progress: LaneProgress;
  readonly #attempts: LaneAttempts;
  readonly #standingCommands: StandingCommands;
  readonly #health: TargetHealth;
  /** Numbers whose failure is not recorded yet. */
  readonly #settling = new Set<number>();
  #details: WebhookDetails;
  #standing: WebhookStanding;
  /** The last number that has been looked at. */
  #scanned = 0;
  /** Up to here there may be records of a former leader. */
  #recordedUntil = 0;
  /** The message that is sent to a target that is down, until its outcome is recorded. */
  #probe: Chosen | undefined;
  /** When it last had nothing to send, or began to send something. */
  #attendedAt = 0;
  #isOpen = false;
  #isClosed = false;
  #mustRefresh = true;
  #isWoken = false;
  #running: Promise<void> | null = null;
  readonly #sends = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(ports: LanePorts, known: { readonly _id: string; readonly organizationId: string }) {
    this.#ports = ports;
    this.webhookId = known._id;
    this.organizationId = known.organizationId;
    const shared = { ...ports, now: ports.environment.now };
    this.#details = webhook.initial.details;
    this.#standing = webhook.initial.standing;
    this.#attendedAt = shared.now();
    this.#messages = new LaneMessages(known, shared);
    this.#progress = new LaneProgress(known, ports, () => this.#committed);
    const places = ports.places.of(known.organizationId, () => this.wake());
    this.#places = places;
    this.#attempts = new LaneAttempts(this.#details, {
      ...ports,
      onAttempt(attempt) {
        places.answered(attempt.ms);
        ports.onAttempt(attempt);
      },
    });
    this.#standingCommands = new StandingCommands(this, ports);
    this.#health = new TargetHealth(
      { progress: this.#progress, queue: this.#queue, standing: this.#standingCommands },
      shared,
    );
    this.#jobs = new LaneJobs(this.#jobLane(), shared);
  }

  /** There may be something to do. */
  wake(): void {
    this.#isWoken = true;
    if (this.#running || this.#isClosed) return;
    this.#running = withCorrelation(null, () => this.#run()).finally(() => {
      this.#running = null;
      if (this.#isWoken) this.wake();
    });
  }

  /** False until there is something to do for the first time. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether an event of this type is of interest. */
  receives = (type: string): boolean =>
    type === ERASURE_TYPE || this.#details.eventTypes.includes(type) || !this.#isOpen;

  /** How long something has been due while nothing is being sent. */
  unattendedMs(now: number): number {
    const { down } = this.#progress.now;
    const isIdle = this.#isClosed || !this.#isOpen || this.#standing.kind !== 'enabled' || this.#queue.isSending;
    const isTestDue = down !== null && !this.#queue.isEmpty && Date.parse(down.nextTryAt) <= now;
    const isDue = !isIdle && (down ? isTestDue : this.#queue.isDue(now));
    if (!isDue) this.#attendedAt = now;
    return now - this.#attendedAt;
  }

  /** Staff have asked for something. */
  lookForJobs(): void {
    this.#jobs.look();
    this.wake();
  }

  /** The webhook has changed. */
  refresh(): void {
    this.#mustRefresh = true;
    this.wake();
  }

  /** Resolves when nothing is written any more. */
  async close(): Promise<void> {
    const wasOpen = this.#isOpen && !this.#isClosed;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
    await Promise.all(this.#sends);
    if (wasOpen && this.#progress.unsaved > 0) await this.#progress.save({});
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isClosed) {
        this.#isWoken = false;
        // What is being sent ends first: it would otherwise end in another queue.
        if (this.#mustRefresh && (this.#queue.isSending || this.#jobs.isSending)) return;
        if (this.#mustRefresh) await this.#refresh();
        if (this.#isClosed) return;
        if (this.#standing.kind === 'enabled') await this.#beginWhatIsDue();
        await this.#doJobs();
      }
    } catch (error) {
      this.#pause(error);
    }
  }

  #pause(error: unknown): void {
    if (this.#isClosed) return;
    if (error instanceof Superseded) {
      this.#isClosed = true;
      return;
    }
    this.#isOpen = false;
    this.#ports.onProblem(`The deliveries of the webhook ${this.webhookId} have failed`, error);
    this.#mustRefresh = true;
    this.#wakeIn(PROBLEM_MS);
  }

  /** Live events and jobs each ask for a time: the earlier one holds. */
  #wakeIn(ms: number): void {
    if (this.#isClosed) return;
    const wait = Math.min(Math.max(0, ms), 3_600_000);
    const at = performance.now() + wait;
    if (at >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = at;
    this.#timer = setTimeout(() => {
      this.#wakesAt = Number.POSITIVE_INFINITY;
      this.wake();
    }, wait).unref();
  }

  #now = (): number => this.#ports.environment.now();

  /** Reads the webhook, and lets what has happened to it take effect. */
  async #refresh(): Promise<void> {
    this.#mustRefresh = false;
    const { environment, records } = this.#ports;
    if (!this.#isOpen) await this.#open();
    const { state, events } = await load(environment, webhook, this.webhookId);
    if (state.kind !== 'document') {
      this.#isClosed = true;
      await removeRecords(records, this.webhookId);
      return;
    }
    this.#details = state.details;
    this.#standing = state.standing;
    this.#attempts.use(state.details);
    const unapplied = events.filter(({ revision }) => revision > this.#progress.now.revision);
    for (const event of unapplied) await this.#apply(event);
    const newest = events.at(-1);
    if (newest && unapplied.length > 0) await this.#progress.save({ revision: newest.revision });
  }

  async #open(): Promise<void> {
    const { feed } = this.#ports;
    await this.#progress.open();
    this.#settling.clear();
    this.#scanned = this.#progress.now.number;
    this.#recordedUntil = await feed.count(this.organizationId);
    this.#queue.clear();
    const open = await this.#messages.inBoxes(['waiting', 'queued'], 2 * MOST_BLOCKED);
    for (const { applicationId, number, nextTryAt } of open) {
      this.#queue.restore(applicationId, number, nextTryAt === null ? 0 : Date.parse(nextTryAt));
    }
    this.#isOpen = true;
  }

  async #apply(event: Recorded<WebhookEvent>): Promise<void> {
    switch (event.type) {
      case 'WebhookCreated': {
        const { since } = this.#ports;
        return this.#beginAt(event.position > since ? event.position : since);
      }
      case 'WebhookEnabled':
        if (event.data.missed === 'skip') return this.#skipUntil(event.position);
        return this.#revive();
      case 'WebhookChanged':
        if (event.data.changes.targetUrl === undefined) return;
        this.#jobs.retryNow();
        return this.#health.retryNow();
      case 'WebhookDisabled':
        await pauseReplays(this.#ports.records, this.webhookId, event.metadata.at);
        return this.#jobs.look();
      case 'WebhookPaused':
      case 'WebhookFailing':
      case 'WebhookDeleted':
        return;
    }
  }

  /** Later events are sent, and of earlier ones the erasures that have a record. */
  async #beginAt(position: bigint): Promise<void> {
    const { feed } = this.#ports;
    const open = await this.#messages.inBoxes(['waiting', 'queued', 'parked'], 3 * MOST_BLOCKED);
    for (const message of open) {
      if (message.type === ERASURE_TYPE) await this.#messages.keep(message, { state: 'waiting', tries: 0 });
      else if (message.state !== 'parked') await this.#messages.keep(message, { state: 'skipped' });
    }
    this.#queue.clear();
    this.#scanned = await feed.numberAt(this.organizationId, position);
    await this.#progress.save({ number: this.#scanned, down: null, failingSince: null });
  }

  /** Only later events are sent, and the erasures that it has missed: the target may have a copy. */
  async #skipUntil(position: bigint): Promise<void> {
    await this.#recordErasuresUntil(await this.#ports.feed.numberAt(this.organizationId, position));
    await this.#beginAt(position);
    this.#isOpen = false;
    await this.#open();
  }

  /** Those that were not looked at yet. */
  async #recordErasuresUntil(last: number): Promise<void> {
    const { feed, events } = this.#ports;
    for (let next = this.#progress.now.number + 1; next <= last; ) {
      const page = await feed.range(this.organizationId, next, Math.min(last, next + READ_AT_ONCE - 1));
      if (page.length === 0) return;
      const erasures = page.filter(({ type }) => type === ERASURE_TYPE);
      const unsent = await this.#messages.withoutRecord(erasures, last);
      for (const [n, event] of (await events.read(unsent)).entries()) {
        const reference = unsent[n];
        if (reference && event) await this.#messages.insert(this.#messages.of(reference, event, { state: 'waiting' }));
      }
      next = (page.at(-1)?.number ?? last) + 1;
    }
  }

  /** Everything since it failed is sent, also what has no attempt left or failed in a replay meanwhile. */
  async #revive(): Promise<void> {
    for (const message of await this.#messages.inBoxes(['parked'], 2 * MOST_BLOCKED)) {
      if (isRevived(message, this.#progress.now)) await this.#messages.keep(message, { state: 'waiting', tries: 0 });
    }
    await this.#progress.save({ down: null, failingSince: null });
    this.#isOpen = false;
    await this.#open();
    await this.#health.retryNow();
  }

  async #beginWhatIsDue(): Promise<void> {
    for (;;) {
      if (this.#isClosed || this.#mustRefresh) return;
      await this.#scan();
      const chosen = this.#choose();
      if (chosen.length === 0) break;
      this.#attendedAt = this.#now();
      this.#track(this.#send(chosen, this.#places.begin(chosen.length, 'message')));
      if (this.#progress.now.down) return;
    }
    const { down } = this.#progress.now;
    const due = down ? Date.parse(down.nextTryAt) : this.#queue.nextDue;
    if (due !== undefined && due > this.#now()) this.#wakeIn(due - this.#now());
    const isWorthSaving = this.#progress.hasNewCounts || this.#progress.unsaved >= UNSAVED;
    if (!this.#queue.isSending && isWorthSaving) await this.#progress.save({});
  }

  /** A replay begins once no live event is under way, and none that is to test a target which is down. */
  async #doJobs(): Promise<void> {
    const isTested = this.#standing.kind === 'enabled' && this.#progress.now.down !== null && !this.#queue.isEmpty;
    const isFree = !isTested && !this.#queue.isSending;
    this.#lookAgainIn(await this.#jobs.step(isFree));
  }

  #lookAgainIn(wait: number | null): void {
    if (wait === 0) this.wake();
    else if (wait !== null) this.#wakeIn(wait);
  }

  async #jobEnds(work: Promise<number | null>): Promise<void> {
    try {
      this.#lookAgainIn(await work);
      if (this.#mustRefresh) this.wake();
    } catch (error) {
      this.#pause(error);
    }
  }

  #jobLane() {
    const { webhookId, organizationId } = this;
    const types = () => this.#details.eventTypes;
    return {
      webhookId,
      organizationId,
      get types() {
        return types();
      },
      isOfItsBatches: (event: PublicEvent) => this.#isOfItsBatches(event),
      places: this.#places,
      attempt: this.#attempts.attempt.bind(this.#attempts),
      stored: (references: readonly NumberedReference[]) => this.#messages.getMany(references),
      testTarget: async () => {
        if (!this.#progress.now.down) return;
        await this.#health.retryNow();
        this.wake();
      },
      noteAttempts: (sent: readonly Sent[]) => this.#noteManual(sent),
      skip: (number: number) => this.#skip(number),
      hold: (applicationIds: readonly string[]) => {
        if (this.#queue.isSending) return null;
        const release = this.#queue.hold(applicationIds);
        return () => {
          release();
          this.wake();
        };
      },
      beside: (work: Promise<number | null>) => this.#track(this.#jobEnds(work)),
    };
  }

  /** Neither uses up a scheduled attempt nor changes since when the webhook fails; but 410 is an answer about the webhook. */
  async #noteManual(sent: readonly Sent[]): Promise<void> {
    const stored = await this.#messages.getMany(sent.map(({ reference }) => reference));
    const known = new Map(stored.map((message) => [message.number, message]));
    const now = this.#now();
    await Promise.all(
      sent.map(async ({ reference, event, outcome, trigger, nextTryAt }) => {
        const before = known.get(reference.number) ?? this.#messages.of(reference, event, { state: 'replaying' });
        const attempted = await this.#messages.withAttempt(before, outcome, trigger);
        if (outcome.failure !== null) {
          // One that live events wait for keeps its own steps.
          const isOfReplay = trigger === 'replay' && before.state !== 'waiting' && before.state !== 'queued';
          const replayed = { ...this.#messages.in(nextTryAt === null ? 'parked' : 'replaying'), nextTryAt };
          return this.#messages.put({ ...attempted, ...(isOfReplay && replayed) });
        }
        await this.#messages.put({ ...attempted, ...this.#messages.in('delivered'), nextTryAt: null });
        this.#queue.giveUp(reference.applicationId, reference.number, now);
      }),
    );
    await this.#progress.save({
      days: sent.reduce(
        (days, { outcome: { at, failure } }) => countedOn(days, at.slice(0, 10), failure === null),
        this.#progress.now.days,
      ),
    });
    const isBackFor = (trigger: WebhookTrigger) => trigger === 'redelivery' || this.#progress.now.down !== null;
    const isBack = sent.some(({ trigger, outcome }) => outcome.failure === null && isBackFor(trigger));
    if (isBack) await this.#health.retryNow();
    const gone = sent.find(({ outcome }) => outcome.failure === 'gone');
    if (gone) {
      await this.#standingCommands.disableGone(gone.outcome.at);
      this.#mustRefresh = true;
    }
  }

  async #skip(number: number): Promise<void> {
    const message = await this.#messages.get(number);
    if (!message || message.state === 'delivered') return;
    await this.#messages.keep(message, { state: 'skipped' });
    this.#queue.giveUp(message.applicationId, number, this.#now());
  }

  #choose(): readonly Chosen[] {
    const now = this.#now();
    const { down } = this.#progress.now;
    if (!down) return this.#queue.take(this.#places.room('message'), now);
    const isDue = Date.parse(down.nextTryAt) <= now || this.#health.mayTestUntried;
    if (this.#queue.isSending || this.#probe || !isDue || this.#places.room('message') === 0) return [];
    this.#probe = this.#queue.takeTest();
    return this.#probe ? [this.#probe] : [];
  }

  /** Looks at further events until there is enough to send. */
  async #scan(): Promise<void> {
    const { feed } = this.#ports;
    const count = await feed.count(this.organizationId);
    const isEnough = () => this.#queue.freshCount >= MOST_FRESH || this.#queue.blockedCount >= MOST_BLOCKED;
    while (this.#scanned < count && !isEnough() && !this.#isClosed) {
      const first = this.#scanned + 1;
      const page = await feed.range(this.organizationId, first, Math.min(count, this.#scanned + PAGE));
      if (page.length === 0) return;
      const types = wantedTypes(this.#details.eventTypes);
      const wanted = page.filter(({ type }) => types.has(type));
      for (const reference of await this.#messages.withoutRecord(wanted, this.#recordedUntil))
        await this.#note(reference);
      this.#scanned = page.at(-1)?.number ?? this.#scanned;
      if (this.#committed - this.#progress.now.number >= UNSAVED) await this.#progress.save({});
    }
  }

  async #note(reference: NumberedReference): Promise<void> {
    const { applicationId, number } = reference;
    if (!this.#queue.isBlocked(applicationId)) return this.#queue.add(reference);
    const [event] = await this.#ports.events.read([reference]);
    if (!event || event.isSilent || !this.#isOfItsBatches(event)) return;
    await this.#messages.insert(this.#messages.of(reference, event, { state: 'queued' }));
    // It may have been delivered meanwhile.
    if (this.#queue.isBlocked(applicationId)) this.#queue.addBehind(applicationId, number);
    else this.#queue.restore(applicationId, number, 0);
  }

  get #committed(): number {
    const open = [this.#queue.lowestFresh, ...this.#settling].filter((number) => number !== undefined);
    return Math.min(this.#scanned, ...open.map((number) => number - 1));
  }

  #track(sending: Promise<void>): void {
    this.#sends.add(sending);
    void sending.finally(() => this.#sends.delete(sending));
  }

  async #send(chosen: readonly Chosen[], endOne: () => void): Promise<void> {
    const ended = new Set<Chosen>();
    const end = (one: Chosen) => {
      if (ended.has(one)) return;
      ended.add(one);
      if (one === this.#probe) this.#probe = undefined;
      endOne();
    };
    try {
      const references = await this.#referencesOf(chosen);
      const events = await this.#ports.events.read(references);
      await Promise.all(
        chosen.map(async (one, n) => {
          const [reference, event] = [references[n], events[n]];
          if (reference) await this.#sendOne(one, reference, event);
          end(one);
          this.wake();
        }),
      );
    } catch (error) {
      for (const one of chosen) {
        if (!ended.has(one)) this.#queue.putBack(one);
        end(one);
      }
      this.#pause(error);
    }
  }

  async #referencesOf(chosen: readonly Chosen[]): Promise<readonly NumberedReference[]> {
    return Promise.all(
      chosen.map(async ({ number, fresh }) => {
        if (fresh) return fresh;
        const [found] = await this.#ports.feed.range(this.organizationId, number, number);
        if (!found) throw new Error(`The feed of ${this.organizationId} does not show number ${number}`);
        return found;
      }),
    );
  }

  async #sendOne(one: Chosen, reference: NumberedReference, event: PublicEvent | undefined): Promise<void> {
    const isLeftOut = !event || (one.fresh !== null && (event.isSilent || !this.#isOfItsBatches(event)));
    if (isLeftOut) {
      if (!one.fresh) await this.#messages.keepRecorded(one.number, { state: 'skipped', nextTryAt: null });
      this.#queue.done(one, this.#now());
      return;
    }
    const [attempted = 0] = one.fresh ? [] : await this.#messages.attemptedOf([reference]);
    const outcome = await this.#attempts.attempt(event, 'scheduled', attempted + 1);
    // Uncounted: the next leader repeats it at once.
    if (outcome === null) return this.#queue.putBack(one);
    await this.#settle(one, reference, event, outcome);
  }

  async #settle(one: Chosen, reference: NumberedReference, event: PublicEvent, outcome: Outcome): Promise<void> {
    const stored = one.fresh ? undefined : await this.#messages.get(one.number);
    const before = stored ?? this.#messages.of(reference, event, { state: 'waiting' });
    const attempted = await this.#messages.withAttempt(before, outcome, 'scheduled');
    // A probe may come before the message's next step, and then uses up none.
    const ownNext = before.nextTryAt !== null && outcome.at < before.nextTryAt ? Date.parse(before.nextTryAt) : null;
    const tries = before.tries + (ownNext === null ? 1 : 0);
    if (outcome.failure === null) {
      await this.#messages.put({ ...attempted, ...this.#messages.in('delivered'), tries, nextTryAt: null });
      this.#queue.done(one, this.#now());
      await this.#health.noteSuccess(outcome.at, { isUntried: one.fresh !== null });
      this.#jobs.targetAnswers();
      return;
    }
    const isOver = tries >= MOST_TRIES && outcome.failure !== 'gone';
    const now = this.#now();
    const random = this.#ports.random();
    const nextTryAt = ownNext ?? now + retryDelay(tries, random, outcome.retryAfterMs);
    // Staff gave it up, or sent it again, while it was being sent.
    if (stored?.state === 'skipped' || stored?.state === 'delivered') {
      await this.#messages.put(attempted);
      this.#queue.done(one, now);
    } else if (isOver) {
      await this.#messages.put({ ...attempted, ...this.#messages.in('parked'), tries, nextTryAt: null });
      this.#queue.done(one, now);
    } else {
      this.#settling.add(one.number);
      const behind = this.#queue.failed(one, nextTryAt);
      const waiting = { ...this.#messages.in('waiting'), tries, nextTryAt: new Date(nextTryAt).toISOString() };
      await this.#messages.put({ ...attempted, ...waiting });
      await this.#recordBehind(behind);
      this.#settling.delete(one.number);
    }
    const attempt = { now, random, isProbe: one === this.#probe, isUntried: one.fresh !== null };
    if (await this.#health.noteFailure(outcome, attempt)) this.#mustRefresh = true;
  }

  /** They were only in memory as long as nothing was before them. */
  async #recordBehind(references: readonly NumberedReference[]): Promise<void> {
    const events = await this.#ports.events.read(references);
    for (const [n, reference] of references.entries()) {
      const event = events[n];
      if (event && !event.isSilent && this.#isOfItsBatches(event)) {
        await this.#messages.insert(this.#messages.of(reference, event, { state: 'queued' }));
      } else this.#queue.giveUp(reference.applicationId, reference.number, this.#now());
    }
  }

  #isOfItsBatches = (event: PublicEvent): boolean => isOfItsBatches(this.#details, event);
}
