import { createContext, lazy, type MouseEvent, type RefObject, Suspense, useContext, useEffect, useState } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { whenIdle } from '../browser/idle.ts';
import { useIsNear } from '../browser/use-is-near.ts';
import { Bone } from '../ui/skeleton.tsx';
import type { Drawing } from './chart-options.ts';
import classes from './charts.module.css';
import { clickedPoint } from './clicked-point.ts';

const NotDrawn = () => <p className={classes.notDrawn}>{TEXTS.reportPages.chartNotLoaded}</p>;

/** If the library fails to load, only the picture is missing: all numbers are also shown as text. */
const ApexChart = lazy(() =>
  import('./apex-chart.tsx').then(
    (module) => ({ default: module.ApexChart }),
    () => ({ default: NotDrawn }),
  ),
);

type ChartQueue = RefObject<Promise<void>>;
export const ChartQueueContext = createContext<ChartQueue | null>(null);

/** Charts are rendered one at a time, each when the browser is idle, so that the page stays responsive. */
function useIsDrawn(isWanted: boolean): boolean {
  const queue = useContext(ChartQueueContext);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    if (!isWanted || isDrawn || !queue) return;
    let isUnmounted = false;
    queue.current = queue.current.then(
      () =>
        new Promise((resolve) => {
          if (isUnmounted) return resolve();
          requestAnimationFrame(() => {
            if (!isUnmounted) setIsDrawn(true);
            // The first chart is not to wait for the others' work.
            setTimeout(() => whenIdle().then(resolve, resolve));
          });
        }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [isWanted, isDrawn, queue]);
  return isDrawn;
}

export function Chart({ drawing, className, label }: { drawing: Drawing; className?: string; label: string | null }) {
  const { ref, isNear } = useIsNear();
  const isDrawn = useIsDrawn(isNear);
  const place = <Bone height="100%" />;
  const { onPoint } = drawing;
  const open =
    onPoint &&
    ((event: MouseEvent<HTMLElement>) => {
      const point = clickedPoint(event.currentTarget, event.nativeEvent);
      if (point) onPoint(...point);
    });
  const names = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the table beside it has the same numbers as links.
    <div ref={ref} className={`${classes.chart} ${className ?? ''}`} {...names} onClick={open}>
      {isDrawn ? (
        <Suspense fallback={place}>
          <ApexChart {...drawing} />
        </Suspense>
      ) : (
        place
      )}
    </div>
  );
}
