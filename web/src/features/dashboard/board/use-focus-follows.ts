import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** What of a card has the focus. */
interface Held {
  readonly id: string;
  readonly part: string;
}

function heldBy(target: EventTarget): Held | null {
  const element = target instanceof HTMLElement ? target : null;
  const id = element?.closest<HTMLElement>('[data-card]')?.dataset.card;
  return id === undefined ? null : { id, part: element?.dataset.part ?? 'name' };
}

/**
 * A card that moves to another column is drawn anew there, and the focus goes with it, whoever moved it; where it is shown
 * no longer, the board takes it. Returns what the board hears of the focus.
 */
export function useFocusFollows(board: RefObject<HTMLElement | null>) {
  const held = useRef<Held | null>(null);
  useLayoutEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const { id, part } = held.current;
    const card = board.current?.querySelector(`[data-card="${CSS.escape(id)}"]`);
    const target = card?.querySelector<HTMLElement>(`[data-part="${part}"]`);
    if (target) target.focus();
    else board.current?.focus({ preventScroll: true });
  });
  return {
    onFocus({ target }: FocusEvent) {
      // From a dialog one comes back.
      if (!target.closest('dialog')) held.current = heldBy(target);
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!relatedTarget?.closest('dialog')) held.current = null;
    },
  };
}
