import { lazy, Suspense, useEffect, useState } from 'react';
import { useIsNear } from '../../../shared/browser/use-is-near.ts';
import { Bone } from '../../../shared/ui/skeleton.tsx';
import type { Drawing } from './chart-options.ts';
import classes from './trends.module.css';

const NotDrawn = () => <p className={classes.notDrawn}>The chart could not be loaded. Its numbers stand beside it.</p>;

/** If the library fails to load, only the picture is missing: all numbers are also shown as text. */
const ApexChart = lazy(() =>
  import('./apex-chart.tsx').then(
    (module) => ({ default: module.ApexChart }),
    () => ({ default: NotDrawn }),
  ),
);

let lastTurn: Promise<void> = Promise.resolve();

/** Charts are rendered one per frame, so that the page stays responsive. */
function useTurn(isWanted: boolean): boolean {
  const [isMine, setIsMine] = useState(false);
  useEffect(() => {
    if (!isWanted || isMine) return;
    let isLeft = false;
    lastTurn = lastTurn.then(
      () =>
        new Promise((resolve) => {
          if (isLeft) return resolve();
          requestAnimationFrame(() => {
            if (!isLeft) setIsMine(true);
            setTimeout(resolve);
          });
        }),
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted, isMine]);
  return isMine;
}

export function Chart({ drawing, className, label }: { drawing: Drawing; className?: string; label: string | null }) {
  const { ref, isNear } = useIsNear();
  const isMyTurn = useTurn(isNear);
  const place = <Bone height="100%" />;
  const names = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <div ref={ref} className={className} {...names}>
      {isMyTurn ? (
        <Suspense fallback={place}>
          <ApexChart {...drawing} />
        </Suspense>
      ) : (
        place
      )}
    </div>
  );
}
