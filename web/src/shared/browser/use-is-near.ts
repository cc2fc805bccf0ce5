import { useIntersection } from '@mantine/hooks';
import { useState } from 'react';

/** Becomes true when the element first comes near the window, so that thirty tables or charts do not render at once. */
export function useIsNear() {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '400px' });
  const [isNear, setIsNear] = useState(false);
  if (entry?.isIntersecting && !isNear) setIsNear(true);
  return { ref, isNear };
}
