import { useEffect, useState } from 'react';

const AT_ONCE = 4;

/**
 * How many columns are rendered. Hundreds of cards at once would block the page, so visible columns come first, and each frame
 * adds a few.
 */
export function useInTurn(all: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= all) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, all]);
  return drawn;
}
