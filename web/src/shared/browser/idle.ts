const LONGEST_WAIT_MS = 500;
/** For browsers that cannot tell when they are idle: a press and its response have passed by then. */
const A_MOMENT_MS = 50;

/** Resolves when the browser is idle, or soon. Safari has no idle callback. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, A_MOMENT_MS);
  });
