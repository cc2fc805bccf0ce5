/** Runs work after the next paint, so that the press shows first: on a slow phone the work takes long. */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
