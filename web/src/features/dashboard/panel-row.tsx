import type { CustomCellRendererProps } from 'ag-grid-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { nameOf } from '../../shared/application/applicant-name.ts';
import { useApplicationParts } from '../../shared/application/application-parts.ts';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import type { GridContext } from './cells.tsx';
import classes from './grid.module.css';
import type { GridRow } from './grid-rows.ts';

export function PanelRow({ data, api, node, context }: CustomCellRendererProps<GridRow, unknown, GridContext>) {
  const frame = useRef<HTMLElement>(null);
  const { panels } = context;
  const { Panel } = useApplicationParts();
  // React listens at the page's root, which the keys kept from the grid do not reach, and at each portal.
  const [body, setBody] = useState<HTMLElement | null>(null);
  const applicationId = data?.application._id;

  useEffect(() => {
    const element = frame.current;
    if (!element || !applicationId) return;
    if (panels.takesFocus(applicationId)) {
      element.focus({ preventScroll: true });
      api.ensureNodeVisible(node);
      const row = api.getRowNode(applicationId);
      if (row) api.ensureNodeVisible(row);
    }
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(element.offsetHeight) + 1;
      if (!panels.measure(applicationId, height) && node.rowHeight === height) return;
      node.setRowHeight(height);
      api.onRowHeightChanged();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [api, node, applicationId, panels]);

  useEffect(() => {
    const element = frame.current;
    if (!element || !applicationId) return;
    // The grid listens natively, so only a native listener can keep keys from it.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) {
        event.stopPropagation();
        // Escape leaves a field first; the next Escape leaves the panel.
        if (event.target instanceof Element && event.target.matches('input, textarea, select')) {
          element.focus();
          return;
        }
        const row = api.getRowNode(applicationId);
        if (row?.rowIndex != null) api.setFocusedCell(row.rowIndex, 'trackingNumber');
        context.toggleRow(applicationId);
      } else if (event.key !== 'Tab') {
        event.stopPropagation();
      }
    };
    // Otherwise a row that moves to the grid's focused index would take the focus from the panel's field.
    const letGo = () => api.clearFocusedCell();
    // The grid handles a press after the panel.
    const onMouseDown = () => void setTimeout(letGo);
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('focusin', letGo);
    element.addEventListener('mousedown', onMouseDown);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('focusin', letGo);
      element.removeEventListener('mousedown', onMouseDown);
    };
  }, [api, applicationId, context]);

  if (!data) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid's rows are not table rows
    <div role="gridcell" tabIndex={-1}>
      <section
        ref={frame}
        id={panels.domId(data.application._id)}
        tabIndex={-1}
        className={classes.panel}
        aria-label={`Application of ${nameOf(data.application)}`}
      >
        <div ref={setBody} />
        {body &&
          createPortal(
            <Suspense
              fallback={
                <Loading>
                  <Bone height="2.25rem" width="20rem" />
                  <Bone height="12rem" />
                </Loading>
              }
            >
              <Panel applicationId={data.application._id} row={data.application} />
            </Suspense>,
            body,
          )}
      </section>
    </div>
  );
}
