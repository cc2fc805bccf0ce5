import { hashKey, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import { matchPage, pagesThat } from '../../../../domain/values/pages.ts';
import { RequestFailed, request } from '../api/api-client.ts';
import { guardSession } from '../api/session-guard.ts';
import { reopenLive } from '../live/live.ts';
import { userQuery } from './session.ts';

interface EndedSession {
  readonly user: User;
  readonly isBack: PromiseWithResolvers<boolean>;
}

let ended: EndedSession | null = null;
const listeners = new Set<() => void>();

function change(next: EndedSession | null): void {
  ended = next;
  for (const listener of listeners) listener();
}

/** The person whose session has ended on a page that stays. */
export const useEndedSession = (): User | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ended?.user ?? null,
    () => null,
  );

/** An application form can be sent without an account. What is typed stays. */
export const goOnSignedOut = (client: QueryClient): void => void client.setQueryData(userQuery.queryKey, null);

const OUTLASTING = pagesThat(({ outlastsSession = false }) => outlastsSession);
const isOnOutlastingPage = (): boolean => OUTLASTING.some((page) => matchPage(page, location.pathname) !== null);

/** Their refusal says nothing about the session. */
const ABOUT_SESSIONS: ReadonlySet<string> = new Set([
  '/api/login',
  '/api/login/link',
  '/api/sendLoginLink',
  '/api/signup',
  '/api/logout',
  '/api/passkeys/challenge',
  '/api/passkeys/login',
]);

/** Undefined if it cannot be found out. */
const whoIsSignedIn = (): Promise<User | null | undefined> =>
  request<User>('GET', '/api/user', { isUnguarded: true }).catch((error: unknown) =>
    error instanceof RequestFailed && error.status === 401 ? null : undefined,
  );

/** Nothing of one person may stay on the page of another: what is typed is kept as a draft of its author. */
function startOver(): Promise<never> {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
  return new Promise(() => undefined);
}

/** Keeps a page when its session ends: its calls wait until the same person has signed in, here or in another tab. */
export function keepPageOverSessions(client: QueryClient): void {
  const known = () => client.getQueryData(userQuery.queryKey);

  async function hasEnded(user: User, status: number): Promise<boolean> {
    const present = await whoIsSignedIn();
    if (present === null) {
      // They may have left meanwhile, or another refused call may have asked before.
      if (known()?._id !== user._id) return false;
      if (!ended) change({ user, isBack: Promise.withResolvers() });
      return ended?.isBack.promise ?? false;
    }
    if (present && present._id !== user._id) return startOver();
    // Signed in again since the call was refused.
    return present !== undefined && status === 401;
  }

  guardSession(async ({ status, path }) => {
    const user = known();
    if (!user || ABOUT_SESSIONS.has(path) || !isOnOutlastingPage()) return false;
    return ended ? ended.isBack.promise : hasEnded(user, status);
  });

  client.getQueryCache().subscribe((event) => {
    if (!ended || event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryHash !== hashKey(userQuery.queryKey)) return;
    const present = known();
    if (present && present._id !== ended.user._id) return void startOver();
    const { isBack } = ended;
    change(null);
    reopenLive();
    isBack.resolve(Boolean(present));
  });
}
