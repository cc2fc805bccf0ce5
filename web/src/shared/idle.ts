const LONGEST_WAIT_MS = 500;

/** When nobody's key or press has to wait for what comes next, and soon in any case. Safari cannot tell. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, 50);
  });
