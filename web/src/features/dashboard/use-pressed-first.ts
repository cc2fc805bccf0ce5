import { type MouseEvent, type PointerEvent, useMemo } from 'react';
import { afterPaint } from './turns.ts';

/** In pixels: who moves the pointer farther carries the column somewhere, and does not press it. */
const STILL = 4;

/**
 * A press on a column's name is seen before the table is sorted, which draws all of its rows anew: the grid gets the same
 * click once the press is painted. For the element around the grid.
 */
export function usePressedFirst() {
  return useMemo(() => {
    let from = { x: 0, y: 0 };
    const onPointerDownCapture = ({ clientX: x, clientY: y }: PointerEvent) => {
      from = { x, y };
    };
    const onClickCapture = (event: MouseEvent) => {
      const { target, clientX, clientY, shiftKey, nativeEvent } = event;
      const isStill = Math.hypot(clientX - from.x, clientY - from.y) < STILL;
      if (!(target instanceof Element) || !nativeEvent.isTrusted || !isStill) return;
      const header = target.closest('.ag-header-cell-sortable');
      if (!header || !target.closest('.ag-header-cell-label')) return;
      event.stopPropagation();
      header.toggleAttribute('data-pressed', true);
      afterPaint(() => {
        header.removeAttribute('data-pressed');
        target.dispatchEvent(new window.MouseEvent('click', { bubbles: true, shiftKey }));
      });
    };
    return { onPointerDownCapture, onClickCapture };
  }, []);
}
