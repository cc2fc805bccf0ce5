/** Whoever asks for less motion gets none. */
export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Brings something to the top of the window. */
export const scrollToStart = (element: Element | null | undefined): void =>
  element?.scrollIntoView({ behavior: prefersStillness() ? 'auto' : 'smooth', block: 'start' });
