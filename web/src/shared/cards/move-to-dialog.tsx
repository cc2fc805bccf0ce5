import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import dialogs from '../ui/dialogs.module.css';
import classes from './card-list.module.css';

export interface Card {
  readonly id: string;
  /** As announcements and buttons name it: "Interview". */
  readonly name: string;
}

export interface OtherList {
  readonly id: string;
  readonly name: string;
  readonly cards: readonly Card[];
  /** Cards that cannot move there. */
  readonly refused?: readonly string[];
}

const HERE = '';

/** Asks for the list, if there are several, and the place in it. */
export function MoveToDialog({
  card,
  cards,
  label,
  others,
  onMove,
  onClose,
}: {
  card: Card;
  cards: readonly Card[];
  label: string;
  others: readonly OtherList[];
  /** `listId` is null for the card's own list. */
  onMove: (listId: string | null, to: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const now = cards.findIndex(({ id }) => id === card.id);
  const [listId, setListId] = useState(HERE);
  const [place, setPlace] = useState(now);
  const cardsOf = (id: string) => others.find((other) => other.id === id)?.cards ?? [];
  const neighbours = listId === HERE ? cards.filter(({ id }) => id !== card.id) : cardsOf(listId);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} dir="auto" className={classes.title}>
        Move {card.name} to…
      </h2>
      <div className={classes.places}>
        {others.length > 0 && (
          <NativeSelect
            label="Where"
            value={listId}
            data={[{ value: HERE, label }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={({ currentTarget: { value } }) => {
              setListId(value);
              setPlace(value === HERE ? now : cardsOf(value).length);
            }}
          />
        )}
        <NativeSelect
          label="Place"
          value={String(place)}
          data={Array.from({ length: neighbours.length + 1 }, (_, index) => ({
            value: String(index),
            label: placeWords(neighbours, index, listId === HERE && index === now),
          }))}
          onChange={({ currentTarget: { value } }) => setPlace(Number(value))}
        />
      </div>
      <div className={dialogs.buttons}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            close();
            onMove(listId === HERE ? null : listId, place);
          }}
        >
          Move
        </Button>
      </div>
    </dialog>
  );
}

function placeWords(neighbours: readonly Card[], index: number, isNow: boolean): string {
  const before = neighbours[index - 1];
  const where = before ? `after ${before.name}` : 'first';
  return `${index + 1}: ${where}${isNow ? ' (now)' : ''}`;
}
