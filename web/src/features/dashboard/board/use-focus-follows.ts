import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface Held {
  readonly id: string;
  readonly part: string;
}

function heldBy(target: EventTarget): Held | null {
  const element = target instanceof HTMLElement ? target : null;
  const id = element?.closest<HTMLElement>('[data-card]')?.dataset.card;
  return id === undefined ? null : { id, part: element?.dataset.part ?? 'name' };
}

/** Keeps the focus on a card that is mounted again in another column; without the card, the board gets the focus. */
export function useFocusFollows(board: RefObject<HTMLElement | null>) {
  const held = useRef<Held | null>(null);
  useLayoutEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const { id, part } = held.current;
    const card = board.current?.querySelector(`[data-card="${CSS.escape(id)}"]`);
    const target = card?.querySelector<HTMLElement>(`[data-part="${part}"]`);
    if (target) target.focus();
    else (board.current ?? document.getElementById('main'))?.focus({ preventScroll: true });
  });
  const listeners = {
    onFocus({ target }: FocusEvent) {
      held.current = heldBy(target);
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!relatedTarget?.closest('dialog')) held.current = null;
    },
  };
  const moveTo = (id: string) => {
    held.current = { id, part: 'name' };
  };
  return { listeners, moveTo };
}
