import { hashKey, type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import { type Actor, ANONYMOUS } from '../../../../domain/access/actor.ts';
import { RequestFailed } from '../api/api-client.ts';
import { call } from '../api/calls.ts';
import { allBut, ORGANIZATION_KEY, USER_KEY } from '../api/keys.ts';
import { accountDrafts } from '../drafts/account-drafts.ts';
import { drafts } from '../drafts/drafts.ts';
import { forgetEverySubmitted } from './submitted.ts';

/** The signed-in person; null when signed out. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: (): Promise<User | null> =>
    call('GET /api/user').catch((error: unknown) => {
      if (error instanceof RequestFailed && error.status === 401) return null;
      throw error;
    }),
  staleTime: 60_000,
});

/** As with the organization, only *Try again* asks once more after a failure. */
export const useUser = () => useQuery({ ...userQuery, retryOnMount: false });

/** The signed-in person as the policy table knows people: buttons ask what the server asks. */
export function useActor(): Actor {
  const { data: user } = useUser();
  return useMemo(
    () => (user ? { kind: 'user', id: user._id, roles: user.orgRoles, isCreator: user.isCreator } : ANONYMOUS),
    [user],
  );
}

const OF_PERSON = allBut(USER_KEY, ORGANIZATION_KEY);

/** This browser's tabs share its cookie, so whoever logs in or out with one of them does so in all. */
const TABS = 'intake.session';

function tellOtherTabs(what: 'entered' | 'left'): void {
  const tabs = new BroadcastChannel(TABS);
  tabs.postMessage(what);
  tabs.close();
}

/** Nothing that one person has read or typed is there for the next. */
function forgetPerson(client: QueryClient): void {
  drafts.removeAll();
  forgetEverySubmitted();
  client.setQueryData(userQuery.queryKey, null);
  void client.resetQueries(OF_PERSON);
}

/**
 * Keeps the page to one person: it goes when they have logged out with another tab, and starts afresh when somebody else is
 * found to have logged in. A session that has only ended takes nothing away from whoever may log in again.
 */
export function keepToOnePerson(client: QueryClient): void {
  let last = client.getQueryData(userQuery.queryKey)?._id;
  let seen = last;
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryHash !== hashKey(userQuery.queryKey)) return;
    const present = (query.state.data as User | null | undefined)?._id;
    if (seen !== undefined && seen !== present) forgetEverySubmitted();
    seen = present;
    if (present === undefined || present === last) return;
    const isAnother = last !== undefined;
    last = present;
    if (isAnother) void client.resetQueries(OF_PERSON);
  });
  new BroadcastChannel(TABS).addEventListener('message', ({ data }: MessageEvent<'entered' | 'left'>) => {
    if (data === 'left') forgetPerson(client);
    else void client.invalidateQueries();
  });
}

/** After whoever was logged in has gone, from here or for good. */
export function leavePage(client: QueryClient): void {
  tellOtherTabs('left');
  drafts.removeAll();
  forgetEverySubmitted();
  client.setQueryData(userQuery.queryKey, null);
  client.removeQueries(OF_PERSON);
}

/** After signing in, up or out nothing that was read before is to be trusted. */
export function useEnter(kind: 'login' | 'signup') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: { email: string; password: string; token?: string; proof?: string }) =>
      call(`POST /api/${kind}`, { body: { ...credentials, isCreator: false } }),
    onSuccess: (user) => {
      // Whoever logs in half-way through a form finds in it what they had typed.
      drafts.followInto(user._id, user.email);
      client.setQueryData(userQuery.queryKey, user);
      tellOtherTabs('entered');
      // Nobody waits for what the page before had asked for.
      void client.invalidateQueries(allBut(USER_KEY));
    },
  });
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // What was typed in the last moment belongs on the account, and nowhere else.
      await accountDrafts.flush();
      return call('POST /api/logout');
    },
    onSuccess: () => leavePage(client),
  });
}
