import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsMoveVertical, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import classes from './card-list.module.css';
import { type Card, MoveToDialog, type OtherList } from './move-to-dialog.tsx';
import { useCardDrag } from './use-card-drag.ts';

export interface CardListProps<Item extends Card> {
  /** Names the list: "Questions". */
  readonly label: string;
  readonly cards: readonly Item[];
  /** `to` is the card's index after the move. */
  readonly onMove: (id: string, to: number) => void;
  /** Lists that *Move to…* offers beside this one. */
  readonly others?: readonly OtherList[] | undefined;
  /** Announces `words` and focuses the card in its new list, because this list may be gone by then. */
  readonly onMoveOut?: ((id: string, listId: string, to: number, words: string) => void) | undefined;
  /** `moving` holds the handle and the move buttons. With the same functions, only changed cards render again. */
  readonly children: (card: Item, index: number, moving: ReactNode) => ReactNode;
  /** Shown before the card at `index`, and after the last one: usually a button that adds a card there. */
  readonly between?: ((index: number) => ReactNode) | undefined;
  readonly isDisabled?: boolean;
}

type Part = 'handle' | 'up' | 'down' | 'to';

/** Cards that move by dragging the handle, Alt+arrows on it, two buttons and a dialog; the pressed control keeps the focus. */
export function CardList<Item extends Card>({
  label,
  cards,
  onMove,
  others,
  onMoveOut,
  children,
  between,
  isDisabled = false,
}: CardListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const hintId = useId();
  const [announced, setAnnounced] = useState({ words: '', count: 0 });
  const [asked, setAsked] = useState<string | null>(null);
  const focus = useRef<{ readonly id: string; readonly part: Part } | null>(null);

  const partOf = (id: string, part: Part) =>
    [...(list.current?.children ?? [])]
      .find((child) => child instanceof HTMLElement && child.dataset.card === id)
      ?.querySelector<HTMLElement>(`[data-move="${part}"]`);

  // React moves the card's elements, which drops the focus inside them.
  useLayoutEffect(() => {
    const wanted = focus.current;
    if (!wanted) return;
    focus.current = null;
    const control = partOf(wanted.id, wanted.part);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'nearest' });
  });

  const move = (id: string, to: number, part: Part) => {
    const card = cards.find((one) => one.id === id);
    if (!card) return;
    const place = Math.min(Math.max(to, 0), cards.length - 1);
    focus.current = { id, part };
    const words = `${card.name}, ${place + 1} of ${cards.length}`;
    setAnnounced(({ count }) => ({ words, count: count + 1 }));
    if (cards[place]?.id !== id) onMove(id, place);
  };
  const drag = useCardDrag(list, (id, to) => move(id, to, 'handle'));
  const onKey = (event: KeyboardEvent, id: string, index: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    move(id, index + step, 'handle');
  };
  const askedCard = cards.find(({ id }) => id === asked);

  // Rows get the same object on every render, so that a key in one card does not render the others.
  const latest = useRef({ move, onKey, drag });
  latest.current = { move, onKey, drag };
  const [ways] = useState(
    (): Ways => ({
      move: (...of) => latest.current.move(...of),
      press: (...of) => latest.current.onKey(...of),
      drag: (event) => latest.current.drag(event),
      ask: setAsked,
    }),
  );

  return (
    <>
      <ol ref={list} className={classes.cards} aria-label={label}>
        {cards.map((card, index) => (
          <Row
            key={card.id}
            card={card}
            index={index}
            count={cards.length}
            hintId={hintId}
            isDisabled={isDisabled}
            ways={ways}
            between={between}
          >
            {children}
          </Row>
        ))}
      </ol>
      {between?.(cards.length)}
      <span id={hintId} hidden>
        {TEXTS.editing.altMoves}
      </span>
      <VisuallyHidden role="status">
        {/* A new element is read even if its words are those of the last move. */}
        <span key={announced.count}>{announced.words}</span>
      </VisuallyHidden>
      {askedCard && (
        <MoveToDialog
          card={askedCard}
          cards={cards}
          label={label}
          others={onMoveOut ? (others ?? []).filter(({ refused }) => !refused?.includes(askedCard.id)) : []}
          onMove={(listId, to) => {
            if (listId === null) return move(askedCard.id, to, 'to');
            const other = others?.find(({ id }) => id === listId);
            if (!other) return;
            const words = `${askedCard.name}, ${to + 1} of ${other.cards.length + 1} in ${other.name}`;
            onMoveOut?.(askedCard.id, listId, to, words);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** The actions of all rows. */
interface Ways {
  readonly move: (id: string, to: number, part: Part) => void;
  readonly press: (event: KeyboardEvent, id: string, index: number) => void;
  readonly drag: (event: PointerEvent<HTMLElement>) => void;
  readonly ask: (id: string) => void;
}

interface RowProps<Item extends Card> extends Pick<CardListProps<Item>, 'children' | 'between'> {
  readonly card: Item;
  readonly index: number;
  readonly count: number;
  readonly hintId: string;
  readonly isDisabled: boolean;
  readonly ways: Ways;
}

function CardRow<Item extends Card>({
  card,
  index,
  count,
  hintId,
  isDisabled,
  ways,
  children,
  between,
}: RowProps<Item>) {
  const { id, name } = card;
  const moving = isDisabled ? null : (
    <span className={classes.moving}>
      <button
        type="button"
        data-move="handle"
        className={classes.handle}
        aria-label={`Drag ${name}`}
        aria-describedby={hintId}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title="Drag, or press Alt and an arrow key"
        onKeyDown={(event) => ways.press(event, id, index)}
        onPointerDown={ways.drag}
      >
        <IconGripVertical size={18} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        data-move="up"
        className={classes.button}
        aria-label={`Move ${name} up`}
        aria-disabled={index === 0}
        title="Move up"
        onClick={() => ways.move(id, index - 1, 'up')}
      >
        <IconArrowUp size={18} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        data-move="down"
        className={classes.button}
        aria-label={`Move ${name} down`}
        aria-disabled={index === count - 1}
        title="Move down"
        onClick={() => ways.move(id, index + 1, 'down')}
      >
        <IconArrowDown size={18} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        data-move="to"
        className={classes.button}
        aria-label={`Move ${name} to…`}
        aria-haspopup="dialog"
        title="Move to…"
        onClick={() => ways.ask(id)}
      >
        <IconArrowsMoveVertical size={18} stroke={1.75} aria-hidden />
      </button>
    </span>
  );
  return (
    <li data-card={id} className={classes.card}>
      {between?.(index)}
      <div data-body className={classes.body}>
        {children(card, index, moving)}
      </div>
    </li>
  );
}

/** Renders again only for another place or other members of its card; lists make the card's object anew. */
const Row = memo(
  CardRow,
  ({ card: before, ...others }, { card: after, ...next }) =>
    isShallowEqual(others, next) && isShallowEqual(before, after),
) as typeof CardRow;

function isShallowEqual(one: object, other: object): boolean {
  const [before, after] = [Object.entries(one), Object.entries(other)];
  return (
    before.length === after.length &&
    before.every(([name, value]) => Object.is(value, (other as Readonly<Record<string, unknown>>)[name]))
  );
}
