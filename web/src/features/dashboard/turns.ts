import { onceAsked } from '../../shared/browser/once-asked.ts';

/** So long nothing is drawn after an input, unless the pointer moves: somebody who types sees the rows plain, and never waits. */
const TYPING_MS = 400;
/** Who types more slowly is given twice the time between two keys; beyond this it is no typing any more. */
const SLOWEST_KEYS_MS = 600;
/** Nor while the page or a table is scrolled: what one only passes by is never drawn. */
const SCROLLING_MS = 150;
const LOOK_MS = 50;
/** So long all else waits for what the page begins with. */
const MOST_MS = 500;

const seen = new Set<() => void>();
const unseen = new Set<() => void>();
let isServing = false;
let isReading = false;
let lastInput = Number.NEGATIVE_INFINITY;
let typingMs = TYPING_MS;
let lastScroll = Number.NEGATIVE_INFINITY;

const noteInput = (at: number): void => {
  const between = at - lastInput;
  typingMs = between < SLOWEST_KEYS_MS ? Math.max(TYPING_MS, 2 * between) : TYPING_MS;
  lastInput = at;
};
const listen = onceAsked(() => {
  addEventListener('input', ({ timeStamp }) => noteInput(timeStamp), { capture: true, passive: true });
  const onMove = ({ movementX, movementY }: PointerEvent): void => {
    // What moves beneath a pointer at rest tells of it, too.
    if (movementX !== 0 || movementY !== 0) lastInput = Number.NEGATIVE_INFINITY;
  };
  addEventListener('pointermove', onMove, { capture: true, passive: true });
  const onScroll = ({ timeStamp }: Event): void => {
    lastScroll = timeStamp;
  };
  addEventListener('scroll', onScroll, { capture: true, passive: true });
  return true;
});

/** Once the next frame is painted. */
export const afterPaint = (act: () => void) => void requestAnimationFrame(() => setTimeout(act));

/** Once what a drawing has begun is painted; answers how to forget it. */
export function afterFrames(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}

/** One table a frame: the page answers in between. */
function serve(): void {
  const [first = isReading ? undefined : [...unseen][0]] = seen;
  isServing = first !== undefined;
  if (!first) return;
  const pause = Math.max(lastInput + typingMs, lastScroll + SCROLLING_MS) - performance.now();
  if (pause > 0) return void setTimeout(serve, Math.min(pause, LOOK_MS));
  seen.delete(first);
  unseen.delete(first);
  first();
  afterPaint(serve);
}

function begin(): void {
  listen();
  if (isServing) return;
  isServing = true;
  afterPaint(serve);
}

/**
 * Draws a table when its turn has come, never in the frame that asks for it: what is seen before what is not, and that not
 * before the whole list has been read. Answers how to give the turn back.
 */
export function take(draw: () => void, isSeen: boolean): () => void {
  (isSeen ? seen : unseen).add(draw);
  begin();
  return () => {
    seen.delete(draw);
    unseen.delete(draw);
  };
}

/** While the list is read, only what is seen is drawn. */
export async function whileReading<Value>(read: () => Promise<Value>): Promise<Value> {
  isReading = true;
  try {
    return await read();
  } finally {
    isReading = false;
    begin();
  }
}

let drawn: () => void;
const firstDrawn = new Promise<void>((resolve) => {
  drawn = resolve;
});

/** A table stands there. */
export const noteDrawn = (): void => drawn();

/** Once one does; but where nothing is drawn, on the board or in the background, nobody waits for long. */
export const untilDrawn = (): Promise<void> =>
  Promise.race([firstDrawn, new Promise<void>((resolve) => setTimeout(resolve, MOST_MS))]);
