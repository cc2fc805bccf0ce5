import { useEffect } from 'react';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** While something is on its way that leaving the page would end, the browser asks first, in its own words. */
export function useAskBeforeLeaving(isOnItsWay: boolean): void {
  useEffect(() => {
    if (!isOnItsWay) return;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOnItsWay]);
}
