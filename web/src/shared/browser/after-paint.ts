/** Shows the press before the work that follows from it begins: on a slow phone that takes longer than a person waits for a sign. */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
