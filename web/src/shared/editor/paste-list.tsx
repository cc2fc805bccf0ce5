import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { counted } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import dialogs from '../ui/dialogs.module.css';
import { Notice } from '../ui/notice.tsx';
import classes from './paste-list.module.css';

const LONGEST = 500_000;

interface Read<Item> {
  readonly items: readonly Item[];
  /** How many more there are than fit. */
  readonly leftOut: number;
}

/** A dialog that reads questions from a pasted text, and shows them before they are added. */
export function PasteList<Item>({
  description,
  example,
  room,
  full,
  read,
  isWrong = () => false,
  children,
  onAdd,
  onClose,
}: {
  description: string;
  example: string;
  /** How many questions can still be added. */
  room: number;
  /** What they are added to: *This quiz*. */
  full: string;
  read: (text: string) => Read<Item>;
  isWrong?: (item: Item) => boolean;
  /** One of them as a list item. */
  children: (item: Item, index: number) => ReactNode;
  onAdd: (items: readonly Item[]) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text alone is read
  const { items, leftOut } = useMemo(() => read(text), [text, room]);
  const wrong = items.filter(isWrong).length;
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={`${dialogs.dialog} ${classes.dialog}`} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>Paste a list of questions</h2>
      <Textarea
        label="Questions"
        description={description}
        placeholder={example}
        rows={9}
        maxLength={LONGEST}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <section aria-label="Preview" className={classes.preview}>
        <p role="status" className={classes.quiet}>
          {items.length === 0
            ? TEXTS.editing.pastedHere
            : `${counted(items.length, 'question', 'questions')}${wrong > 0 ? `, ${wrong} to correct` : ''}`}
        </p>
        {leftOut > 0 && (
          <Notice meaning="attention">
            {full} can take {counted(room, 'more question', 'more questions')}. The last{' '}
            {counted(leftOut, 'one is', 'ones are')} left out.
          </Notice>
        )}
        <ol>{items.map(children)}</ol>
      </section>
      <div className={dialogs.buttons}>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
        <Button
          disabled={items.length === 0}
          onClick={() => {
            dialog.current?.close();
            onAdd(items);
          }}
        >
          {items.length === 0 ? 'Add' : `Add ${counted(items.length, 'question', 'questions')}`}
        </Button>
      </div>
    </dialog>
  );
}
