/** Runs work after the next paint, so that the press shows first: on a slow phone the work takes long. */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};

/** Acts after the current drawing is painted; returns how to cancel. */
export function afterFrames(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}
