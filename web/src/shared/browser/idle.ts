const LONGEST_WAIT_MS = 500;
/** Where the browser cannot tell when it is idle: a press and its answer have passed by then. */
const A_MOMENT_MS = 50;

/** When nobody's key or press has to wait for what comes next, and soon in any case. Safari cannot tell. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, A_MOMENT_MS);
  });
