export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const scrollToStart = (element: Element | null | undefined): void =>
  element?.scrollIntoView({ behavior: prefersStillness() ? 'auto' : 'smooth', block: 'start' });
