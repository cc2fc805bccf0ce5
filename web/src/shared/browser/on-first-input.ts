const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** For what the first screen does not need. Printing counts as input. */
export function onFirstInput(act: () => void): () => void {
  const options = { capture: true, passive: true };
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, begin, options);
  };
  const begin = () => {
    stop();
    act();
  };
  for (const sign of SIGNS) addEventListener(sign, begin, options);
  return stop;
}
