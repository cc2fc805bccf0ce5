import { useCallback, useRef } from 'react';

/**
 * The idempotency key of a request: the same for a retry after a lost answer, so that the request takes effect once, and a
 * new one for another request.
 */
export function useRetryKey(): (request: unknown) => string {
  const last = useRef({ request: '', key: '' });
  return useCallback((request) => {
    const text = JSON.stringify(request);
    if (last.current.request !== text) last.current = { request: text, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}
