export function tickStep(max: number): number {
  if (max <= 5) return 1;
  if (max <= 20) return 2;
  return max <= 50 ? 5 : Math.ceil(max / 10);
}

/** The axis ends with a whole step above the highest bar. */
export function axisOf(max: number): { readonly max: number; readonly ticks: number } {
  const step = tickStep(max);
  const ticks = Math.max(1, Math.ceil(max / step));
  return { max: ticks * step, ticks };
}
