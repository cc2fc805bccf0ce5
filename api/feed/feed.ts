import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import type { PublicEvents } from '../../commands/webhook/public-events.ts';
import { accept, type Rejection, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import type { UserDocument } from '../../projections/users.ts';
import { holderOf, type Session, type Sessions } from '../auth/sessions.ts';
import type { QueryOf, ResponseOf } from '../contract/endpoint.ts';
import { ENDPOINTS, type Endpoints } from '../contract/endpoints.ts';
import { RETRY_AFTER_SECONDS } from '../http/limits/limits.ts';
import type { RequestContext } from '../http/request-context.ts';
import { Serialised } from '../http/serialised.ts';
import { visitOf } from '../http/visit.ts';
import type { RequestsUnderWay } from '../runtime/requests-under-way.ts';
import { type Cursor, createCursors, FEED_START } from './cursors.ts';
import type { FeedNumbers } from './feed-numbers.ts';
import { createFeedPages, type FeedQuery, refuseCursor } from './feed-pages.ts';
import { type Crowded, createFeedWaiting, type Waiting } from './feed-waiting.ts';

type Query = QueryOf<Endpoints['pullEvents']>;
type Answer = ResponseOf<Endpoints['pullEvents']>;
type Waits = Pick<RequestContext, 'actor' | 'user' | 'session' | 'organization' | 'at' | 'tokenExpiresAt'>;

const DEFAULT_LIMIT = 100;
const LATEST = 'latest';
/** A timer may fire a millisecond before the clock says so. */
const TIMER_MS = 10;
/** How often a call that waits looks at its session, which may end in another process and without an event. */
const LOOK_AT_SESSION_MS = 700;

/** The published events of an organization, numbered by a read model and made from the log. */
export function createFeed({
  engine,
  events,
  numbers,
  sessions,
  requests,
  stopping,
  key,
}: {
  readonly engine: Pick<Engine, 'events$' | 'unseen$'>;
  readonly events: Pick<PublicEvents, 'read'>;
  readonly numbers: FeedNumbers;
  readonly sessions: Pick<Sessions, 'list'>;
  readonly requests: RequestsUnderWay;
  readonly stopping: AbortSignal;
  readonly key: Buffer;
}) {
  const cursors = createCursors(key);
  const pages = createFeedPages(numbers);
  const waiting = createFeedWaiting(engine, numbers.publishersOf);
  stopping.addEventListener('abort', () => waiting.close());

  async function cursorOf(organizationId: string, after: string | undefined): Promise<Cursor | undefined> {
    if (after === undefined) return FEED_START;
    return after === LATEST ? pages.newest(organizationId) : cursors.open(organizationId, after);
  }

  /** Where calls with `after=latest` began to wait: the event that ends a wait belongs to its answer. */
  const starts = new WeakMap<Response, Cursor>();

  async function queryOf(
    organizationId: string,
    { after, types, limit }: Query,
    response: Response,
  ): Promise<FeedQuery | undefined> {
    const cursor = starts.get(response) ?? (await cursorOf(organizationId, after));
    if (cursor && after === LATEST) starts.set(response, cursor);
    return (
      cursor && {
        organizationId,
        after: cursor,
        types: types === undefined ? null : new Set(types.split(',')),
        limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
      }
    );
  }

  /** Until a wanted event may be there: the page that is read next decides. */
  async function waitFor(
    { reader, user, session, ...query }: FeedQuery & Pick<Waiting, 'reader'> & Pick<Waits, 'user' | 'session'>,
    most: number,
    response: Response,
  ): Promise<Rejection | boolean> {
    const { body, limits } = visitOf(response);
    const ending = new AbortController();
    const end = () => ending.abort();
    const joined = waiting.join(query.organizationId, { types: query.types, reader, onRightsChanged: end });
    if (typeof joined === 'string') return refuseWaiting(response, joined);
    const until = performance.now() + most;
    const signal = AbortSignal.any([ending.signal, stopping]);
    response.once('close', end);
    response.locals.isLasting = true;
    if (user && session) void endWithSession(user, session, ending);
    try {
      for (;;) {
        const page = await pages.page(query);
        if (!page.ok || page.value.references.length > 0 || page.value.hasMore) return true;
        const left = until - performance.now();
        if (signal.aborted || left <= 0) return true;
        // A call that waits is none of the requests that are being answered.
        limits.requests.release(body);
        requests.ended();
        await joined.next(left, signal);
        requests.begun();
        if (!response.closed && !limits.requests.hold(body, 1)) return refuseWaiting(response, 'organization');
      }
    } finally {
      joined.leave();
      response.off('close', end);
      end();
    }
  }

  async function endWithSession(user: UserDocument, { _id }: Session, ending: AbortController): Promise<void> {
    const { signal } = ending;
    while (!signal.aborted) {
      await pause(LOOK_AT_SESSION_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      // A store that fails is looked at again.
      const own = await sessions.list(user._id, holderOf(user)).catch(() => null);
      if (own && !own.some((one) => one._id === _id)) ending.abort();
    }
  }

  return {
    /** False: the call asks for no wait, or is answered at once. */
    async wait(
      { actor, user, session, organization, at, tokenExpiresAt }: Waits,
      given: unknown,
      response: Response,
    ): Promise<Rejection | boolean> {
      if (!organization) return false;
      const parsed = ENDPOINTS.pullEvents.query?.safeParse(given);
      const seconds = Math.min(Number(parsed?.data?.wait ?? 0), LIMITS.feedWaitSeconds);
      if (!parsed?.success || seconds === 0) return false;
      const query = await queryOf(organization._id, parsed.data, response);
      // The call is then refused.
      const left =
        tokenExpiresAt === undefined
          ? Number.POSITIVE_INFINITY
          : Date.parse(tokenExpiresAt) - Date.parse(at) + TIMER_MS;
      const asked = query && { ...query, reader: actor, user, session };
      return asked ? waitFor(asked, Math.min(seconds * 1000, left), response) : false;
    },

    async pull(organizationId: string, given: Query, response: Response): Promise<Result<Serialised<Answer>>> {
      const query = await queryOf(organizationId, given, response);
      if (!query) return refuseCursor();
      const page = await pages.page(query);
      if (!page.ok) return page;
      const { references, next, hasMore } = page.value;
      const made = await events.read(references);
      const bodies = made.flatMap((event) =>
        event ? [`{"id":${JSON.stringify(event.id)},${event.body.slice(1)}`] : [],
      );
      const after = JSON.stringify(cursors.seal(organizationId, next));
      const text = `{"events":[${bodies.join(',')}],"next":${after},"hasMore":${hasMore}}`;
      return accept(new Serialised(text, bodies.length));
    },
  };
}

function refuseWaiting(response: Response, crowded: Crowded): Rejection {
  response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  const refused = reject('too-many-requests', TEXTS.feed.tooManyWaiting[crowded](QUOTAS[crowded].waitingPulls));
  if (refused.ok) throw new Error('A refusal is not a value');
  return refused.rejection;
}
