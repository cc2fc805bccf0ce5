const CARD = '[data-card]';
const LINK = 'a[data-part]';

const linkOf = (card: Element | null | undefined): HTMLElement | null => card?.querySelector<HTMLElement>(LINK) ?? null;

function besides(column: Element, step: 1 | -1): HTMLElement | null {
  const columns = [...(column.closest('[data-board]')?.querySelectorAll('[data-column]') ?? [])];
  for (let at = columns.indexOf(column) + step; at >= 0 && at < columns.length; at += step) {
    const link = columns[at]?.querySelector<HTMLElement>(`${LINK}[tabindex="0"]`);
    if (link) return link;
  }
  return null;
}

export function neighbourOf(card: Element, key: string): HTMLElement | null {
  const column = card.closest('[data-column]');
  if (!column) return null;
  const cards = [...column.querySelectorAll(CARD)];
  const at = cards.indexOf(card);
  switch (key) {
    case 'ArrowUp':
      return linkOf(cards[at - 1]);
    case 'ArrowDown':
      return linkOf(cards[at + 1]);
    case 'ArrowLeft':
      return besides(column, -1);
    case 'ArrowRight':
      return besides(column, 1);
    case 'Home':
      return linkOf(cards[0]);
    case 'End':
      return linkOf(cards.at(-1));
    default:
      return null;
  }
}
