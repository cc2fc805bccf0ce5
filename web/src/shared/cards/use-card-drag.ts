import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';

/** Distance to the edge of the scrolling area at which dragging scrolls it, and the fastest step of a frame. */
const EDGE_PX = 72;
const FASTEST_PX = 18;

/**
 * Drags a card of the list by its handle, with mouse, pen or finger. A line shows where the card will be; the cards
 * neither move nor render before the pointer is released. Escape cancels.
 */
export function useCardDrag(
  list: RefObject<HTMLOListElement | null>,
  onDrop: (id: string, to: number) => void,
): (event: PointerEvent<HTMLElement>) => void {
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  return ({ button, isPrimary, pointerId, clientY, currentTarget: handle }) => {
    const card = handle.closest<HTMLElement>('[data-card]');
    if (button !== 0 || !isPrimary || !list.current || !card || card.parentElement !== list.current) return;
    const cards = [...list.current.children] as HTMLElement[];
    const from = cards.indexOf(card);
    const area = scrollingAreaOf(list.current);
    const ended = new AbortController();
    const { signal } = ended;
    let y = clientY;
    let slot = from;

    const show = () => {
      slot = slotAt(cards, y);
      for (const [index, each] of cards.entries()) {
        const isNoMove = slot === from || slot === from + 1;
        each.toggleAttribute('data-drop-before', !isNoMove && index === slot);
        each.toggleAttribute('data-drop-after', !isNoMove && index === cards.length - 1 && slot === cards.length);
      }
    };
    const scroll = () => {
      // A press near an edge must not scroll before the pointer moves.
      const by = y === clientY ? 0 : scrollStep(area, y);
      if (by !== 0) {
        area.scrollBy(0, by);
        show();
      }
      frame = requestAnimationFrame(scroll);
    };
    const stop = () => {
      ended.abort();
      cancelAnimationFrame(frame);
      card.removeAttribute('data-dragged');
      for (const each of cards) {
        each.removeAttribute('data-drop-before');
        each.removeAttribute('data-drop-after');
      }
      if (handle.hasPointerCapture(pointerId)) handle.releasePointerCapture(pointerId);
    };
    cancel.current = stop;

    handle.setPointerCapture(pointerId);
    card.setAttribute('data-dragged', '');
    let frame = requestAnimationFrame(scroll);
    handle.addEventListener(
      'pointermove',
      (event: globalThis.PointerEvent) => {
        y = event.clientY;
        show();
      },
      { signal },
    );
    handle.addEventListener(
      'pointerup',
      () => {
        stop();
        const to = slot > from ? slot - 1 : slot;
        const id = card.dataset.card;
        if (to !== from && id !== undefined) onDrop(id, to);
      },
      { signal },
    );
    handle.addEventListener('pointercancel', stop, { signal });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        stop();
      },
      { signal, capture: true },
    );
  };
}

/** How many cards are above the pointer, measured by their middle. */
const slotAt = (cards: readonly HTMLElement[], y: number): number => {
  const below = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below === -1 ? cards.length : below;
};

function scrollingAreaOf(element: HTMLElement): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const canScroll = /auto|scroll/.test(getComputedStyle(parent).overflowY);
    if (canScroll && parent.scrollHeight > parent.clientHeight) return parent;
  }
  return document.documentElement;
}

function scrollStep(area: HTMLElement, y: number): number {
  const isPage = area === document.documentElement || area === document.body;
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : area.getBoundingClientRect();
  const above = EDGE_PX - (y - top);
  const below = EDGE_PX - (bottom - y);
  const share = Math.min(1, Math.max(above, below, 0) / EDGE_PX);
  return Math.ceil(share * FASTEST_PX) * (above > below ? -1 : 1);
}
