import { useEffect, useState } from 'react';

/** Prevents a second press while the next page loads; the redirect does not wait for it. */
const BUSY_AFTER_SUCCESS_MS = 3_000;

export function useIsBusy({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isSuccess) return;
    setIsOver(false);
    const timer = setTimeout(() => setIsOver(true), BUSY_AFTER_SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSuccess]);
  return isPending || (isSuccess && !isOver);
}
