import type { Feed } from '../../commands/webhook-delivery/feed.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { applicationOf, namedPublisherOf, publicTypeOf } from '../../domain/webhook/public-event.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import type { EventPage, RecordedEvent } from '../../projections/engine/event-source.ts';
import { isWanted } from './feed-pages.ts';

interface Waiter extends Waiting {
  readonly wake: () => void;
}

export interface Waiting {
  readonly types: ReadonlySet<string> | null;
  /** The account or API token. */
  readonly reader: Pick<Actor, 'kind' | 'id'>;
  /** Called as soon as the reader's rights in the organization change. */
  readonly onRightsChanged: () => void;
}

/** Consumers that wait for the next event of their organization. While nothing happens they cost no query. */
export interface FeedWaiting {
  /** Or what has too many. Release it at the end of the request. */
  join(organizationId: string, waiting: Waiting): Joined | Crowded;
  close(): void;
}

export type Crowded = 'organization' | 'account' | 'token';

export interface Joined {
  /** Resolves with the next wanted event since the former call, after `ms`, or when the signal aborts. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  leave(): void;
}

export function createFeedWaiting(
  engine: Pick<Engine, 'events$' | 'unseen$'>,
  publishersOf: Feed['publishersOf'],
): FeedWaiting {
  const waiting = new Map<string, Set<Waiter>>();
  const wakeAll = () => {
    for (const waiters of waiting.values()) for (const { wake } of waiters) wake();
  };
  const receive = ({ events }: EventPage) => {
    if (waiting.size === 0) return;
    const unnamed: string[] = [];
    for (const event of events) {
      const { organizationId } = event.metadata;
      const reader = readerWithOtherRights(event);
      if (reader !== undefined && organizationId !== null)
        for (const waiter of waiting.get(organizationId) ?? [])
          if (waiter.reader.id === reader) waiter.onRightsChanged();
      const type = publicTypeOf(event);
      if (type === null) continue;
      const publisher = namedPublisherOf(event);
      if (publisher === null) unnamed.push(applicationOf(event));
      else for (const { types, wake } of waiting.get(publisher) ?? []) if (isWanted(type, types)) wake();
    }
    if (unnamed.length > 0) void wakeReadersOf(unnamed);
  };
  const wakeReadersOf = async (applicationIds: readonly string[]) => {
    // A woken reader reads the feed next, and reports the failure.
    const publishers = await publishersOf(applicationIds).catch(() => null);
    if (publishers === null) wakeAll();
    else for (const organizationId of publishers) for (const { wake } of waiting.get(organizationId) ?? []) wake();
  };
  const pages = engine.events$.subscribe(receive);
  const unseen = engine.unseen$.subscribe(wakeAll);

  return {
    join(organizationId, given) {
      const own = waiting.get(organizationId) ?? new Set<Waiter>();
      if (own.size >= QUOTAS.organization.waitingPulls) return 'organization';
      const by = given.reader.kind === 'token' ? 'token' : 'account';
      if (countOf(own, given.reader.id) >= QUOTAS[by].waitingPulls) return by;
      waiting.set(organizationId, own);
      let isWoken = false;
      let resolve = () => {};
      const waiter: Waiter = {
        ...given,
        wake() {
          isWoken = true;
          resolve();
        },
      };
      own.add(waiter);
      return {
        async next(ms, signal) {
          if (!isWoken && !signal.aborted) {
            const { promise, resolve: settle } = Promise.withResolvers<void>();
            const end = () => settle();
            resolve = end;
            const timer = setTimeout(end, ms);
            signal.addEventListener('abort', end, { once: true });
            await promise;
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
          }
          isWoken = false;
        },
        leave() {
          own.delete(waiter);
          if (own.size === 0 && waiting.get(organizationId) === own) waiting.delete(organizationId);
        },
      };
    },
    close() {
      pages.unsubscribe();
      unseen.unsubscribe();
      wakeAll();
    },
  };
}

const countOf = (waiters: ReadonlySet<Waiter>, readerId: string | undefined): number =>
  [...waiters].filter(({ reader }) => reader.id === readerId).length;

const MEMBER_RIGHTS = new Set(['MemberRoleChanged', 'MemberRemoved', 'MemberSessionsEnded']);

function readerWithOtherRights({ type, stream, data }: RecordedEvent): string | undefined {
  if (type === 'ApiTokenRevoked') return idOf(stream);
  return MEMBER_RIGHTS.has(type) ? (data as { readonly userId: string }).userId : undefined;
}
