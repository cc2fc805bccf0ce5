/** The longest time in milliseconds that a slice may block the page. */
const SLICE_MS = 8;

/** Runs a generator in slices that keep the page responsive; returns a function that stops it. */
export function inSlices<Value>(
  work: Generator<undefined, Value>,
  tell: (value: Value) => void,
  waitMs = 0,
): () => void {
  let timer = setTimeout(go, waitMs);
  function go() {
    const end = performance.now() + SLICE_MS;
    let step = work.next();
    while (!step.done && performance.now() < end) step = work.next();
    if (step.done) tell(step.value);
    else timer = setTimeout(go);
  }
  return () => clearTimeout(timer);
}
