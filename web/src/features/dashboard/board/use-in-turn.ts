import { useEffect, useState } from 'react';

const AT_ONCE = 4;

/**
 * How many of the columns are drawn by now. Hundreds of cards at once would hold up the page, so those in sight come first,
 * and a few more with each frame.
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
