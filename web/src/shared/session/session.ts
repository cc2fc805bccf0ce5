import { hashKey, type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import { type Actor, ANONYMOUS } from '../../../../domain/access/actor.ts';
import { RequestFailed } from '../api/api-client.ts';
import { type CallInput, call, callerOf } from '../api/calls.ts';
import { allBut, ORGANIZATION_KEY, USER_KEY } from '../api/keys.ts';
import { forThisVisit } from '../browser/browser-storage.ts';
import { accountDrafts } from '../drafts/account-drafts.ts';
import { drafts, removeAllDrafts } from '../drafts/drafts.ts';
import type { PasskeyProof } from './passkeys.ts';
import { secondFactorsQuery } from './second-factors-query.ts';
import { forgetEverySubmitted } from './submitted.ts';

export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: ({ client }): Promise<User | null> =>
    callerOf(client)('GET /api/user').catch((error: unknown) => {
      if (error instanceof RequestFailed && error.status === 401) return null;
      throw error;
    }),
  staleTime: 60_000,
});

export const useUser = () => useQuery({ ...userQuery, retryOnMount: false });

export const actorOf = (user: User | null | undefined): Actor =>
  user ? { kind: 'user', id: user._id, roles: user.orgRoles, isCreator: user.isCreator } : ANONYMOUS;

/** The signed-in user as the policy table's actor, so that buttons follow the server's rules. */
export function useActor(): Actor {
  const { data: user } = useUser();
  return useMemo(() => actorOf(user), [user]);
}

/** Whether a school refuses this person's calls as its staff until they have a second factor. */
export const isFactorDue = (user: User | null | undefined, organizationId: string): boolean =>
  user?.factorsDue?.some(({ orgId, isDue }) => isDue && orgId === organizationId) ?? false;

/** The person who chose to set up a second factor later; asked again at the next log-in. */
const FACTOR_LATER = 'intake.factor-later';
export const isFactorPutOff = ({ _id }: User): boolean => forThisVisit.read(FACTOR_LATER) === _id;
export const putFactorOff = ({ _id }: User): void => void forThisVisit.write(FACTOR_LATER, _id);

/** The roles that people have had since the page was loaded: `{userId} {orgId}`. */
const held = new Set<string>();

const noteRoles = (user: User | null | undefined): void => {
  for (const { orgId } of user?.orgRoles ?? []) held.add(`${user?._id} ${orgId}`);
};

/** A role in this school has been taken from the signed-in person during this visit. */
export const isFormerMember = (user: User, organizationId: string): boolean =>
  held.has(`${user._id} ${organizationId}`) && !user.orgRoles.some(({ orgId }) => orgId === organizationId);

const OF_PERSON = allBut(USER_KEY, ORGANIZATION_KEY);

/** Tabs of a browser share its session cookie, so a log-in or log-out applies to all of them. */
const TABS = 'intake.session';

type Told = 'entered' | 'changed' | 'left';

function notifyOtherTabs(what: Told): void {
  const tabs = new BroadcastChannel(TABS);
  tabs.postMessage(what);
  tabs.close();
}

/** Deletes what one person has read or typed, before the next person uses the device. */
function forgetPerson(client: QueryClient): void {
  removeAllDrafts();
  forgetEverySubmitted();
  client.setQueryData(userQuery.queryKey, null);
  void client.resetQueries(OF_PERSON);
}

/** Leaves after a log-out in another tab, resets after another person's log-in; an expired session keeps drafts. */
export function keepToOnePerson(client: QueryClient): void {
  let last = client.getQueryData(userQuery.queryKey)?._id;
  let seen = last;
  noteRoles(client.getQueryData(userQuery.queryKey));
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryHash !== hashKey(userQuery.queryKey)) return;
    const user = query.state.data as User | null | undefined;
    noteRoles(user);
    const present = user?._id;
    if (seen !== undefined && seen !== present) forgetEverySubmitted();
    seen = present;
    if (present === undefined || present === last) return;
    const isAnother = last !== undefined;
    last = present;
    if (isAnother) void client.resetQueries(OF_PERSON);
  });
  new BroadcastChannel(TABS).addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data === 'left') forgetPerson(client);
    else void client.invalidateQueries();
  });
}

export function leavePage(client: QueryClient): void {
  notifyOtherTabs('left');
  removeAllDrafts();
  forgetEverySubmitted();
  client.setQueryData(userQuery.queryKey, null);
  client.removeQueries(OF_PERSON);
}

/** A school may require a factor, so the signed-in person changes too, in each tab. */
export async function reloadFactors(client: QueryClient): Promise<void> {
  notifyOtherTabs('changed');
  void client.invalidateQueries({ queryKey: USER_KEY });
  await client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
}

function useEntered() {
  const client = useQueryClient();
  return (user: User) => {
    drafts.followInto(user._id, user.email);
    forThisVisit.remove(FACTOR_LATER);
    client.setQueryData(userQuery.queryKey, user);
    notifyOtherTabs('entered');
    // Not awaited: the former page's queries must not delay the next page.
    void client.invalidateQueries(allBut(USER_KEY));
  };
}

/** Without a proof, the browser asks for the passkey. */
export function usePasskeyLogin() {
  const onSuccess = useEntered();
  return useMutation({
    mutationFn: async ({
      passkey,
      ...given
    }: {
      passkey?: PasskeyProof;
      isAfterPassword: boolean;
      token?: string;
      proof?: string;
    }) => {
      // Every page has this module, and few ask for a passkey.
      const own = passkey ?? (await (await import('./passkeys.ts')).passkeyForLogin());
      return call('POST /api/passkeys/login', { body: { passkey: own, ...given } });
    },
    meta: { isSignIn: true },
    onSuccess,
  });
}

/** With the link or the code of an email, in the browser that asked for it. */
export function useLinkLogin() {
  const onSuccess = useEntered();
  return useMutation({
    mutationFn: (proof: CallInput<'POST /api/login/link'>['body']) => call('POST /api/login/link', { body: proof }),
    meta: { isSignIn: true },
    onSuccess,
  });
}

export function useEnter(kind: 'login' | 'signup') {
  const onSuccess = useEntered();
  return useMutation({
    mutationFn: (credentials: {
      email: string;
      password: string;
      token?: string;
      proof?: string;
      name?: string;
      code?: string;
    }) => call(`POST /api/${kind}`, { body: { ...credentials, isCreator: false } }),
    // A wrong password ends no session.
    meta: { isSignIn: true },
    onSuccess,
  });
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // The latest changes are saved to the account before the device deletes them.
      await accountDrafts.flush();
      return call('POST /api/logout');
    },
    onSuccess: () => leavePage(client),
  });
}
