import { randomUUID } from 'node:crypto';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { applicationOf, namedPublisherOf, publicTypeOf } from '../../domain/webhook/public-event.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import { inPages } from '../../timing/in-pages.ts';
import { rest } from '../../timing/rest.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import type { PublicEvents } from '../webhook/public-events.ts';
import type { WebhookEnvironment } from '../webhook/write-webhook.ts';
import type { Feed } from './feed.ts';
import { type LanePorts, WebhookLane } from './lane.ts';
import type { DeliveryAttempt } from './lane-attempts.ts';
import { Places } from './places.ts';
import { boxOf, type DeliveryRecords, openDeliveryRecords, type WebhookProgress } from './records.ts';
import { createResponses } from './responses.ts';
import { openStart } from './start.ts';

export interface KnownWebhook {
  readonly _id: string;
  readonly organizationId: string;
  /** The revision of its newest event. */
  readonly version: number;
}

export interface DelivererOptions {
  readonly environment: WebhookEnvironment;
  readonly keys: Pick<SubjectKeys, 'getMany'>;
  readonly events: PublicEvents;
  readonly feed: Feed;
  /** All of them; null while the read model is built for the first time. */
  readonly webhooks: () => Promise<readonly KnownWebhook[] | null>;
  /** Calls back with everything that happens; `null` if something may have been missed. Returns the end of it. */
  readonly follow: (onEvents: (events: readonly Recorded<AnyEvent>[] | null) => void) => () => void;
  /** Other processes may ask for redeliveries. */
  readonly isShared: boolean;
  readonly random?: () => number;
  readonly onAttempt: (attempt: DeliveryAttempt) => void;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** With shared stores; a request of staff is answered within a second. */
const LOOK_EVERY_MS = 1000;
const OPENED_AT_ONCE = 50;
const PAGE = 1000;

export interface Deliverer {
  /** Delivers until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** How long a webhook of this process has waited for it; the longest of all. */
  unattendedMs(): number;
  /** Staff of this process have asked for something. */
  lookForJobs(webhookId: string): void;
}

/** Delivers the published events of all schools to their webhooks. Idle webhooks cost nothing. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { environment } = options;
  const records = openDeliveryRecords(environment.vault);
  let lanes: Lanes | undefined;
  return {
    async run(signal) {
      const since = await openStart(environment);
      const mine = new Lanes(options, records, since, signal);
      lanes = mine;
      const stop = options.follow((events) => mine.receive(events));
      try {
        await mine.open();
        while (!signal.aborted) {
          await rest(options.isShared ? LOOK_EVERY_MS : 3_600_000, signal);
          if (!signal.aborted) await mine.lookForJobs();
        }
      } finally {
        stop();
        lanes = undefined;
        await mine.close();
      }
    },
    unattendedMs: () => lanes?.unattendedMs() ?? 0,
    lookForJobs: (webhookId) => lanes?.lookForJobsOf(webhookId),
  };
}

class Lanes {
  readonly #options: DelivererOptions;
  readonly #records: DeliveryRecords;
  readonly #ports: LanePorts;
  readonly #lanes = new Map<string, WebhookLane>();
  readonly #ofSchool = new Map<string, Set<WebhookLane>>();

  constructor(options: DelivererOptions, records: DeliveryRecords, since: bigint, signal: AbortSignal) {
    this.#options = options;
    this.#records = records;
    this.#ports = {
      environment: options.environment,
      records,
      events: options.events,
      feed: options.feed,
      seal: createResponses(options.keys).seal,
      random: options.random ?? Math.random,
      holder: randomUUID(),
      since,
      places: new Places(),
      onAttempt: options.onAttempt,
      onProblem: options.onProblem,
      signal,
    };
  }

  async open(): Promise<void> {
    const known = await this.#options.webhooks();
    if (known === null) return;
    for (let from = 0; from < known.length; from += OPENED_AT_ONCE) {
      const some = known.slice(from, from + OPENED_AT_ONCE);
      const progress = await this.#records.progress.getMany(some.map(({ _id }) => _id));
      const knownProgress = new Map(progress.map((one) => [one._id, one]));
      await Promise.all(
        some.map(async (one) => {
          const lane = this.#add(one);
          if (!(await this.#isIdle(one, knownProgress.get(one._id)))) lane.wake();
        }),
      );
      await rest(0, this.#ports.signal);
    }
    await this.#openDeleted();
    await this.lookForJobs();
  }

  /** The process that was to remove their records ended before it had. */
  async #openDeleted(): Promise<void> {
    for await (const page of inPages((from) => this.#records.progress.find({}, { limit: PAGE, ...from }))) {
      if (this.#ports.signal.aborted) return;
      for (const one of page.documents) if (!this.#lanes.has(one._id)) this.#add(one).wake();
    }
  }

  /** Everything has been looked at, and nothing waits: it is opened when something happens. */
  async #isIdle(
    { _id, organizationId, version }: KnownWebhook,
    progress: WebhookProgress | undefined,
  ): Promise<boolean> {
    if (progress?.revision !== version || progress.down) return false;
    if ((await this.#ports.feed.count(organizationId)) > progress.number) return false;
    const open = await this.#records.messages.count({ box: [boxOf(_id, 'waiting'), boxOf(_id, 'queued')] });
    return open === 0;
  }

  receive(events: readonly Recorded<AnyEvent>[] | null): void {
    if (events === null) {
      for (const lane of this.#lanes.values()) if (lane.isOpen) lane.refresh();
      void this.open().catch((error) => this.#options.onProblem('The webhooks could not be read', error));
      return;
    }
    const unnamed: string[] = [];
    for (const event of events) {
      if (categoryOf(event.stream) === webhook.category) this.#change(event);
      const type = publicTypeOf(event);
      if (type === null) continue;
      const publisher = namedPublisherOf(event);
      if (publisher === null) unnamed.push(applicationOf(event));
      else for (const lane of this.#ofSchool.get(publisher) ?? []) if (lane.receives(type)) lane.wake();
    }
    if (unnamed.length > 0) void this.#wakeLanesOf(unnamed);
  }

  async #wakeLanesOf(applicationIds: readonly string[]): Promise<void> {
    const publishers = await this.#ports.feed.publishersOf(applicationIds).catch((error) => {
      this.#options.onProblem('The schools of an erased person could not be read', error);
      return null;
    });
    const lanes = publishers
      ? [...publishers].flatMap((organizationId) => [...(this.#ofSchool.get(organizationId) ?? [])])
      : this.#lanes.values();
    for (const lane of lanes) lane.wake();
  }

  #change({ stream, metadata: { organizationId } }: Recorded<AnyEvent>): void {
    const _id = idOf(stream);
    const known = this.#lanes.get(_id);
    if (known) known.refresh();
    else if (organizationId !== null) this.#add({ _id, organizationId }).wake();
  }

  #add(known: Pick<KnownWebhook, '_id' | 'organizationId'>): WebhookLane {
    const lane = this.#lanes.get(known._id) ?? new WebhookLane(this.#ports, known);
    this.#lanes.set(known._id, lane);
    const own = this.#ofSchool.get(known.organizationId) ?? new Set();
    this.#ofSchool.set(known.organizationId, own.add(lane));
    return lane;
  }

  lookForJobsOf(webhookId: string): void {
    this.#lanes.get(webhookId)?.lookForJobs();
  }

  async lookForJobs(): Promise<void> {
    const { documents } = await this.#records.jobs.find({ state: 'running' });
    for (const webhookId of new Set(documents.map((job) => job.webhookId))) this.lookForJobsOf(webhookId);
  }

  unattendedMs(): number {
    const now = this.#ports.environment.now();
    let longest = 0;
    for (const lane of this.#lanes.values()) longest = Math.max(longest, lane.unattendedMs(now));
    return longest;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
  }
}
