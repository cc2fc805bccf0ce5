import { IconWifiOff } from '@tabler/icons-react';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { RequestFailed } from '../api/api-client.ts';

const OFFLINE = TEXTS.portal.willSendOffline;

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

export function OfflineNote({ className }: { className?: string | undefined }) {
  const isOnline = useIsOnline();
  return (
    <span className={className} role="status">
      <IconWifiOff size={16} stroke={1.75} style={{ flex: 'none' }} aria-hidden /> {isOnline ? STILL_TRYING : OFFLINE}
    </span>
  );
}

/** Pauses offline and retries network failures. Only for calls that may arrive twice and count once. */
export const SENT_WHEN_BACK = {
  networkMode: 'online',
  retry: (failures: number, error: Error) => failures < 4 && isBroken(error),
  retryDelay: (failures: number) => 1_000 * 2 ** failures,
} as const;

const isBroken = (error: Error) => error instanceof RequestFailed && (error.status === 0 || error.status === 503);

export const STILL_TRYING = TEXTS.portal.connectionLost;

export const isHeldUp = ({
  isPaused,
  isPending,
  failureCount,
}: {
  isPaused: boolean;
  isPending: boolean;
  failureCount: number;
}): boolean => isPaused || (isPending && failureCount > 0);

export function withdrawWaiting(client: QueryClient, mutationKey: QueryKey): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey, predicate: ({ state }) => state.isPaused }))
    cache.remove(mutation);
}

export function useWithdrawWaiting(mutationKey: QueryKey): () => void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys compare by content
  return useCallback(() => withdrawWaiting(client, mutationKey), [client, JSON.stringify(mutationKey)]);
}
