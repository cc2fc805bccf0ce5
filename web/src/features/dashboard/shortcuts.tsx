import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './dashboard.module.css';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** `/` goes to the search, `?` lists all shortcuts; neither while somebody types. */
export function useShortcuts(search: RefObject<HTMLInputElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      } else if (event.key === '?') {
        setIsOpen(true);
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [search]);
  return { isOpen, close: () => setIsOpen(false) };
}

export function ShortcutsDialog({ onClose, canOpenRows }: { onClose: () => void; canOpenRows: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const shortcuts: readonly (readonly [readonly string[], string])[] = [
    [['/'], 'Search applications'],
    [['↑', '↓', '←', '→'], 'Move through the table'],
    ...(canOpenRows
      ? ([
          [['Enter'], 'Open the row, or close it'],
          [['Esc'], 'Close the open row and go back to it'],
          [['Ctrl', 'Enter'], 'Go to the page of the application'],
          [['Space'], 'Select the row, or no longer'],
          [['Shift', 'Space'], 'Select all rows from the last one to this'],
          [['Ctrl', 'A'], 'Select all rows of the table'],
          [['B'], 'From the table to what to do with selected rows'],
        ] as const)
      : ([[['Enter'], 'Go to the page of the application']] as const)),
    [['?'], 'Show these shortcuts'],
  ];
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="shortcuts-title" onClose={onClose}>
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl className={classes.shortcuts}>
        {shortcuts.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" onClick={() => dialog.current?.close()}>
        Close
      </Button>
    </dialog>
  );
}
