import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { GridRow } from './grid-rows.ts';

interface Place {
  readonly id: string;
  readonly top: number;
}

const topOf = (api: GridApi<GridRow>, id: string): number | null => api.getRowNode(id)?.rowTop ?? null;

function openRowOf(frame: HTMLElement, api: GridApi<GridRow>): Place | null {
  const focused = document.activeElement ?? document.body;
  if (focused !== document.body && !frame.contains(focused)) return null;
  const panels = [...frame.querySelectorAll<HTMLElement>('.ag-full-width-row')];
  const panel =
    panels.find((one) => one.contains(focused)) ??
    panels.find((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
  const id = panel?.getAttribute('row-id');
  const top = id ? topOf(api, id) : null;
  return id && top !== null ? { id, top } : null;
}

/** A long table scrolls inside itself, a short one with the page. */
function scrollerOf(row: Element): Element {
  for (let element = row.parentElement; element; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) return element;
  }
  return document.documentElement;
}

export function useKeptPlace(
  frame: RefObject<HTMLElement | null>,
  api: GridApi<GridRow> | undefined,
  applications: readonly ApplicationView[],
): void {
  const place = useRef<Place | null>(null);
  // Measured before the grid takes its new rows in an effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows appear or disappear
  useLayoutEffect(() => {
    place.current = api && frame.current ? openRowOf(frame.current, api) : null;
  }, [applications]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only appearing and disappearing rows move others
  useEffect(() => {
    const before = place.current;
    place.current = null;
    const row = before && frame.current?.querySelector(`.ag-row[row-id="${CSS.escape(before.id)}"]`);
    const top = before && api ? topOf(api, before.id) : null;
    if (row && top !== null && top !== before.top)
      scrollerOf(row).scrollBy({ top: top - before.top, behavior: 'instant' });
  }, [applications]);
}
