import { type MouseEvent, type PointerEvent, useMemo } from 'react';
import { afterPaint } from '../../shared/browser/after-paint.ts';

/** In pixels. A longer pointer move drags the column. */
const STILL = 4;

/** Paints a press on a header before the table sorts all rows; `onPress` replaces the grid's own click. */
export function usePressedFirst(onPress: (colId: string, isAdding: boolean) => void) {
  return useMemo(() => {
    let from = { x: 0, y: 0 };
    const onPointerDownCapture = ({ clientX: x, clientY: y }: PointerEvent) => {
      from = { x, y };
    };
    const onClickCapture = (event: MouseEvent) => {
      const { target, clientX, clientY, shiftKey } = event;
      const isStill = Math.hypot(clientX - from.x, clientY - from.y) < STILL;
      if (!(target instanceof Element) || !isStill) return;
      const header = target.closest('.ag-header-cell-sortable');
      const colId = header?.getAttribute('col-id');
      if (!header || !colId || !target.closest('.ag-header-cell-label')) return;
      event.stopPropagation();
      header.toggleAttribute('data-pressed', true);
      afterPaint(() => {
        header.removeAttribute('data-pressed');
        onPress(colId, shiftKey);
      });
    };
    return { onPointerDownCapture, onClickCapture };
  }, [onPress]);
}
