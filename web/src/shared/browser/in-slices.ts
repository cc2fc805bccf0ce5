/** So long the page may be kept from answering. */
const SLICE_MS = 8;

/** Does long work while the page goes on answering, a little in each turn, and tells what came of it; answers how to stop it. */
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
