import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { afterFrames } from '../../../shared/browser/after-paint.ts';
import classes from './staged-table.module.css';
import { type Start, useDrawn } from './use-drawn.ts';
import { useInTurn } from './use-in-turn.ts';

/** `drawing` before the grid shows its rows, `behind` while the plain rows show newer ones. */
type Stage = 'drawing' | 'behind' | 'ready';

export interface Staged<Value> {
  readonly value: Value;
  readonly scrolled: RefObject<number>;
  readonly onReady: () => void;
}

/**
 * Shows plain rows first, because the grid takes much longer; a new `value.lookedFor` shows plain rows again. A grid
 * that is held or focused updates itself instead.
 */
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
  /** The user works in the grid, so it must stay mounted. */
  isHeld: boolean;
  /** As CSS, so that nothing moves when the grid replaces the plain rows. */
  height: string;
  /** Shown instead of a table without rows; undefined where there are rows. */
  placeholder: ReactNode | undefined;
  plain: ReactNode;
  grid: (staged: Staged<Value>) => ReactNode;
  onReady: () => void;
}) {
  const { ref, isSeen, isNear, isDrawn } = useDrawn(isHeld, start);
  const scrolled = useRef(0);
  const hasRows = !isHidden && placeholder === undefined;
  const hasGrid = hasRows && isDrawn;
  const [stage, setStage] = useState<Stage>('drawing');
  const isReady = stage === 'ready';
  const onReady = useCallback(() => setStage('ready'), []);
  const { value, isBehind } = useInTurn(newest, { isSeen, isReady, isHeld }, ref);
  // A late grid is rendered before it is shown.
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
