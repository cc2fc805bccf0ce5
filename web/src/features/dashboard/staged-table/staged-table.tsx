import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { afterFrames } from '../../../shared/browser/after-paint.ts';
import { useKeptTop } from './kept-top.ts';
import classes from './staged-table.module.css';
import { type Start, useDrawn } from './use-drawn.ts';
import { useQueuedValue } from './use-queued-value.ts';

/** `drawing` before the grid shows its rows, `behind` while the plain rows show newer ones. */
type Stage = 'drawing' | 'behind' | 'ready';

export interface Staged<Value> {
  readonly value: Value;
  readonly scrolled: RefObject<number>;
  readonly onReady: () => void;
}

/** Plain rows show a new `value.lookedFor` at once, before the slower grid; a held or focused grid updates itself. */
export function StagedTable<Value extends { readonly lookedFor: unknown }>({
  id,
  isHidden,
  value: newest,
  start,
  isHeld,
  height,
  placeholder,
  plain,
  grid,
  onReady: tellReady,
}: {
  id: string;
  isHidden: boolean;
  value: Value;
  start: Start;
  isHeld: boolean;
  /** As CSS, so that nothing moves when the grid replaces the plain rows. */
  height: string;
  placeholder: ReactNode | undefined;
  plain: ReactNode;
  grid: (staged: Staged<Value>) => ReactNode;
  onReady: () => void;
}) {
  const { ref, isSeen, isNear, isDrawn } = useDrawn(isHeld, start);
  const scrolled = useKeptTop(id);
  const hasRows = !isHidden && placeholder === undefined;
  const hasGrid = hasRows && isDrawn;
  const [stage, setStage] = useState<Stage>('drawing');
  const isReady = stage === 'ready';
  const onReady = useCallback(() => setStage('ready'), []);
  const { value, isBehind } = useQueuedValue(newest, { isSeen, isReady, isHeld }, ref);
  if (isReady && isBehind) setStage('behind');
  if (!hasGrid && stage !== 'drawing') setStage('drawing');
  useEffect(() => {
    if (isReady) tellReady();
  }, [isReady, tellReady]);
  useEffect(() => {
    // The grid fires no event when its rows are unchanged.
    return stage === 'behind' && !isBehind ? afterFrames(onReady) : undefined;
  }, [stage, isBehind, onReady]);
  return (
    <div id={id} ref={ref} className={classes.table} hidden={isHidden}>
      {!isHidden && placeholder}
      {hasRows && !(hasGrid && isReady) && (
        <div className={classes.plain} data-part={hasGrid ? undefined : 'to-be-drawn'} style={{ height }}>
          {isNear && start !== 'drawn' && plain}
        </div>
      )}
      {hasGrid && <div className={isReady ? undefined : classes[stage]}>{grid({ value, scrolled, onReady })}</div>}
    </div>
  );
}
