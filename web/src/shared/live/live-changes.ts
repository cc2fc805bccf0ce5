import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { keyOf, type ReadPath } from '../api/calls.ts';
import { ORGANIZATION_KEY, USER_KEY } from '../api/keys.ts';
import { type LiveChange, useLive } from './live.ts';

/** Batches changes, in milliseconds. */
const BATCH_MS = 40;
/** How long changes wait for the answer to this page's own save, which contains them. */
const SAVE_TIMEOUT_MS = 2000;
/** Clients refetch within this time after a server's restart, so that not all ask at once. */
const SPREAD_MS = 2000;

interface Handlers {
  readonly onChanges: (changes: readonly LiveChange[]) => void;
  readonly onLost: () => void;
}

export function useLiveChanges(handlers: Handlers, isOn: boolean): void {
  const client = useQueryClient();
  const current = useRef(handlers);
  current.current = handlers;
  const gathering = useMemo(() => gather(client, current), [client]);
  useEffect(() => gathering.stop, [gathering]);
  useLive({ ...gathering, onEnded: () => void client.invalidateQueries({ queryKey: USER_KEY }) }, isOn);
}

function gather(client: QueryClient, handlers: { readonly current: Handlers }) {
  const waiting = new Map<string, LiveChange>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const look = () => {
    timer = undefined;
    if (client.isMutating() > 0 && performance.now() - since < SAVE_TIMEOUT_MS) return soon();
    const changes = [...waiting.values()];
    waiting.clear();
    if (changes.length > 0) handlers.current.onChanges(changes);
  };
  const soon = () => {
    timer ??= setTimeout(look, BATCH_MS);
  };
  return {
    onChanges(changes: readonly LiveChange[]) {
      if (waiting.size === 0) since = performance.now();
      for (const change of changes) waiting.set(`${change.kind} ${change.id}`, change);
      soon();
    },
    onLost() {
      losing ??= setTimeout(() => {
        losing = undefined;
        handlers.current.onLost();
      }, Math.random() * SPREAD_MS);
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(losing);
      timer = undefined;
      losing = undefined;
    },
  };
}

const applicationKey = (id: string) => keyOf('/api/applications/{id}', { params: { id } });

type Kind = LiveChange['kind'];
/** Kinds with a list of their own, e.g. `webhook` at `/api/webhooks`. */
type Listed = { [Name in Kind]: `/api/${Name}s` extends ReadPath ? Name : never }[Kind];
type Shown = (id: string) => readonly QueryKey[];

/** The queries that show a document, where these are others than the kind's list. */
const SHOWN_BY: Readonly<Record<Exclude<Kind, Listed>, Shown> & Partial<Record<Listed, Shown>>> = {
  application: (id) => [applicationKey(id), keyOf('/api/applications', { query: { filter: 'mine' } })],
  solutions: (id) => [keyOf('/api/solutions', { query: { appId: id } }), applicationKey(id)],
  paymentAccount: () => [keyOf('/api/paymentAccounts'), keyOf('/api/myPaymentAccounts')],
  activity: (id) => [applicationKey(id)],
  messages: (id) => [keyOf('/api/applications/{id}/messages', { params: { id } }), applicationKey(id)],
  bulk: () => [keyOf('/api/applications/bulk')],
  batch: () => [keyOf('/api/batches')],
  process: () => [keyOf('/api/processConfigBlobs')],
  organization: () => [ORGANIZATION_KEY, keyOf('/api/organizations')],
  members: () => [keyOf('/api/users'), keyOf('/api/signupLinks')],
  account: () => [USER_KEY],
  apiToken: () => [keyOf('/api/tokens')],
};

/** Mounted ones are refetched at once, others when they are mounted. */
const queriesOf = (kind: Kind, id: string): readonly QueryKey[] =>
  SHOWN_BY[kind]?.(id) ?? [keyOf(`/api/${kind as Listed}s`)];

/** Whether the page has this version already, usually because it made it. */
function isKnown(client: QueryClient, { kind, id, version }: LiveChange): boolean {
  if (kind !== 'application') return false;
  const known = client.getQueryData<{ readonly version: number }>(applicationKey(id));
  return known !== undefined && known.version >= version;
}

/** The dashboard refetches its own rows. */
export function useLiveQueries(isOn: boolean): void {
  const client = useQueryClient();
  const refresh = (queryKey: QueryKey) => void client.invalidateQueries({ queryKey });
  useLiveChanges(
    {
      onChanges(changes) {
        const keys = changes
          .filter((change) => !isKnown(client, change))
          .flatMap(({ kind, id }) => queriesOf(kind, id))
          .map((key) => JSON.stringify(key));
        for (const key of new Set(keys)) refresh(JSON.parse(key) as QueryKey);
      },
      onLost: () => void client.invalidateQueries(),
    },
    isOn,
  );
}
