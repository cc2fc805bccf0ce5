import type { Response } from 'express';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import type { EventPage } from '../../projections/engine/event-source.ts';
import type { UserDocument } from '../../projections/users.ts';
import { inSession } from '../auth/in-session.ts';
import { actorWith, type RequiredFactors } from '../auth/required-factors.ts';
import { holderOf, type Sessions } from '../auth/sessions.ts';
import { RETRY_AFTER_SECONDS } from '../http/limits/limits.ts';
import type { Positions } from '../http/positions.ts';
import type { RequestContext } from '../http/request-context.ts';
import { visitOf } from '../http/visit.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { locate } from './audience.ts';
import { Connection, type Ending } from './connection.ts';
import { type Notice, noticesOf } from './notices.ts';
import { Recent } from './recent.ts';

/** Collects changes into one message; people notice no delay. */
const TOGETHER_MS = 50;
/** The page's data may be this old when it connects. */
const OPENING_MS = 60_000;
/** Shorter than the idle timeout of proxies. */
const BEAT_MS = 20_000;
const MOST_OF_ONE = 12;

/** Notifies browsers of changed documents after this process's read models have them. */
export interface Live {
  /** Returns at once; the response stays open until either side ends it. */
  follow(
    context: Pick<RequestContext, 'actor' | 'user' | 'session' | 'organization'>,
    response: Response,
    options: { after: string | null; isOnce: boolean },
  ): Promise<Result<string>>;
  close(): void;
}

export interface LiveMetrics {
  opened(open: number): void;
  ended(ending: Ending, open: number): void;
}

export interface LiveOptions {
  readonly engine: Pick<Engine, 'events$' | 'unseen$'>;
  readonly head: () => Promise<bigint>;
  readonly positions: Positions;
  readonly readModels: ReadModels;
  readonly sessions: Pick<Sessions, 'list'>;
  readonly requiredFactors: RequiredFactors;
  readonly metrics: LiveMetrics;
  readonly onProblem: (message: string, error: unknown) => void;
}

export async function createLive(options: LiveOptions): Promise<Live> {
  const { engine, positions, readModels, sessions, requiredFactors, metrics, onProblem } = options;
  const connections = new Set<Connection>();
  const ofAccount = new Map<string, number>();
  const early: EventPage[] = [];
  let recent: Recent | null = null;
  let waiting: Notice[] = [];
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<void> = Promise.resolve();
  let isClosed = false;

  const receive = (page: EventPage) => {
    if (!recent) return void early.push(page);
    const notices = page.events.flatMap(noticesOf);
    recent.add(page.position, notices, performance.now());
    if (notices.length === 0 || connections.size === 0) return;
    waiting.push(...notices);
    notifySoon();
  };
  const lose = () => {
    recent?.clear();
    isLost = true;
    notifySoon();
  };
  const pages = engine.events$.subscribe(receive);
  const unseen = engine.unseen$.subscribe(lose);
  const known = new Recent(await options.head());
  recent = known;
  for (const page of early) receive(page);

  function notifySoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      notifying = notifying.then(notifyAll).catch((error) => {
        onProblem('Live changes could not be sent', error);
        for (const connection of connections) connection.lose(known.position);
      });
    }, TOGETHER_MS).unref();
  }

  async function notifyAll(): Promise<void> {
    const notices = waiting;
    const { position } = known;
    waiting = [];
    if (isLost) {
      isLost = false;
      for (const connection of connections) connection.lose(position);
      return;
    }
    const located = connections.size > 0 ? await locate(notices, readModels) : [];
    for (const connection of connections) connection.notify(located, position);
  }

  const missedSince = (position: bigint | undefined) => (position === undefined ? null : known.after(position));

  const count = (userId: string, step: 1 | -1) => {
    const open = (ofAccount.get(userId) ?? 0) + step;
    if (open > 0) ofAccount.set(userId, open);
    else ofAccount.delete(userId);
  };

  return {
    async follow({ actor, user, session, organization }, response, { after, isOnce }) {
      if (!user || !session) return reject('unauthenticated', TEXTS.accounts.signInFirst);
      const { address, limits } = visitOf(response);
      if ((ofAccount.get(user._id) ?? 0) >= MOST_OF_ONE || !limits.listeners.reserve(address)) {
        limits.refused('listeners');
        response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
        return reject('too-many-requests', TEXTS.requests.tooManyListeners);
      }
      const connection = new Connection({
        audience: { actor, user, organizationId: organization?._id ?? null },
        response,
        idOf: positions.seal,
        isOnce,
        beatMs: BEAT_MS,
        async isStillAllowed() {
          const [own, now] = await Promise.all([
            sessions.list(user._id, holderOf(user)),
            readModels.users.get(user._id),
          ]);
          if (now === undefined || !own.some(({ _id }) => _id === session._id)) return false;
          const person = inSession(now, session);
          if (rightsOf(person) !== rightsOf(user)) return false;
          const { roles } = actorWith(person, await requiredFactors.dueOf(person));
          return roles.length === actor.roles.length;
        },
        onEnd(ending) {
          connections.delete(connection);
          count(user._id, -1);
          limits.listeners.release(address);
          metrics.ended(ending, connections.size);
        },
        onProblem: (error) => onProblem('A live connection failed and was closed', error),
      });
      connections.add(connection);
      count(user._id, 1);
      metrics.opened(connections.size);
      try {
        const { position } = known;
        const missed = after === null ? known.from(performance.now() - OPENING_MS) : missedSince(positions.open(after));
        const located = await locate(missed ?? [], readModels);
        connection.open(located, position, { isLost: missed === null });
        if (isClosed) connection.end('stop');
        return accept('');
      } catch (error) {
        connection.end('failed');
        throw error;
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      pages.unsubscribe();
      unseen.unsubscribe();
      for (const connection of connections) connection.end('stop');
    },
  };
}

/** A person whose rights change must reconnect. */
const rightsOf = ({ email, emailVerified, orgRoles, isCreator, isErased }: UserDocument): string =>
  JSON.stringify([email, emailVerified, orgRoles, isCreator, isErased]);
