import { useEffect, useState } from 'react';

const AT_ONCE = 4;

/** Renders visible columns first and a few more per frame, because hundreds of cards at once block the page. */
export function useDrawnColumns(all: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= all) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, all]);
  return drawn;
}
