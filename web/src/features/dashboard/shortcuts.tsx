import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './dashboard.module.css';
import type { DashboardView } from './data/dashboard-address.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

export function useShortcuts(search: RefObject<HTMLInputElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === '/') {
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    } else if (event.key === '?') {
      setIsOpen(true);
    }
  });
  return { isOpen, close: () => setIsOpen(false) };
}

type Shortcut = readonly [keys: readonly string[], what: string];

const OF_TABLE: readonly Shortcut[] = [
  [['↑', '↓', '←', '→'], 'Move around the table; Enter on a heading sorts'],
  [['Ctrl', 'Enter'], 'On a heading: filter the column'],
  [['Alt', '←', '→'], 'On a heading: change the width'],
  [['Shift', '←', '→'], 'On a heading: move the column'],
];
const WORKING_IN_TABLE: readonly Shortcut[] = [
  [['Enter'], 'Open or close the row'],
  [['Esc'], 'Close the open row and go back to it'],
  [['Ctrl', 'Enter'], 'Go to the application’s page'],
  [['Space'], 'Select or deselect the row'],
  [['Shift', 'Space'], 'Select all rows from the last selected one to this one'],
  [['Ctrl', 'A'], 'Select all rows of the table'],
  [['B'], 'Go to bulk actions'],
];
const LOOKING: readonly Shortcut[] = [[['Enter'], 'Go to the application’s page']];
const OF_BOARD: readonly Shortcut[] = [
  [['↑', '↓', '←', '→'], 'Move around the cards'],
  [['Home', 'End'], 'Go to the first or last card of the column'],
];
const WORKING_ON_BOARD: readonly Shortcut[] = [[['M'], 'Move the card to another status']];

function shortcutsOf(view: DashboardView, canWork: boolean): readonly Shortcut[] {
  if (view === 'board') return [...OF_BOARD, ...LOOKING, ...(canWork ? WORKING_ON_BOARD : [])];
  return [...OF_TABLE, ...(canWork ? WORKING_IN_TABLE : LOOKING)];
}

export function ShortcutsDialog({
  view,
  onClose,
  canWork,
}: {
  view: DashboardView;
  onClose: () => void;
  canWork: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const shortcuts: readonly Shortcut[] = [
    [['/'], 'Search applications'],
    [['Enter', '↓'], 'In the search: go to the first match'],
    [['Ctrl', 'K'], 'Search everything and run commands'],
    ...shortcutsOf(view, canWork),
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
