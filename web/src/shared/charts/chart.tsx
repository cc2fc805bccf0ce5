import {
  type ComponentType,
  createContext,
  type MouseEvent,
  type RefObject,
  useContext,
  useEffect,
  useState,
} from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { whenIdle } from '../browser/idle.ts';
import { useIsNear } from '../browser/use-is-near.ts';
import { Bone } from '../ui/skeleton.tsx';
import type { Drawing } from './chart-options.ts';
import classes from './charts.module.css';
import { clickedPoint } from './clicked-point.ts';

type Picture = ComponentType<Drawing>;

/** If the library fails to load, only the picture is missing: all numbers are also shown as text. */
const NotDrawn = () => <p className={classes.notDrawn}>{TEXTS.reportPages.chartNotLoaded}</p>;

let loaded: Promise<Picture> | undefined;
function loadPicture(): Promise<Picture> {
  loaded ??= import('./apex-chart.tsx').then(
    ({ ApexChart }) => ApexChart,
    () => NotDrawn,
  );
  return loaded;
}

type ChartQueue = RefObject<Promise<void>>;
export const ChartQueueContext = createContext<ChartQueue | null>(null);

/**
 * Charts are rendered one at a time, each when the browser is idle, so that the page stays responsive. Each waits for
 * the library before its turn: React reveals what it had to wait for only 300 ms later, and the next chart first.
 */
function usePicture(isWanted: boolean): Picture | null {
  const queue = useContext(ChartQueueContext);
  const [picture, setPicture] = useState<Picture | null>(null);
  const isDrawn = picture !== null;
  useEffect(() => {
    if (!isWanted || isDrawn || !queue) return;
    let isUnmounted = false;
    queue.current = queue.current.then(loadPicture).then(
      (Loaded) =>
        new Promise((resolve) => {
          if (isUnmounted) return resolve();
          requestAnimationFrame(() => {
            if (!isUnmounted) setPicture(() => Loaded);
            // The first chart is not to wait for the others' work.
            setTimeout(() => whenIdle().then(resolve, resolve));
          });
        }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [isWanted, isDrawn, queue]);
  return picture;
}

export function Chart({ drawing, className, label }: { drawing: Drawing; className?: string; label: string | null }) {
  const { ref, isNear } = useIsNear();
  const Picture = usePicture(isNear);
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
      {Picture ? <Picture {...drawing} /> : <Bone height="100%" />}
    </div>
  );
}
