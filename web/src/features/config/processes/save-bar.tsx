import { Button } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Disclosure } from '../../../shared/editor/disclosure.tsx';
import editor from '../../../shared/editor/editor.module.css';

interface SaveState {
  /** Of the invalid text; null without one. */
  readonly faultyLine: number | null;
  readonly isBusy: boolean;
  readonly isDirty: boolean;
  /** In words, one each. */
  readonly changes: readonly string[];
  readonly hasFailed: boolean;
  readonly isNew: boolean;
}

/** What is not live yet, and the buttons that save or discard it. `children` come first: what others changed. */
export function SaveBar({
  state,
  button,
  isQuiet,
  isGone,
  isText,
  onShowText,
  onDiscardText,
  onDiscard,
  children,
}: {
  state: SaveState;
  button: RefObject<HTMLButtonElement | null>;
  isQuiet: boolean;
  isGone: boolean;
  /** The process is shown as text. */
  isText: boolean;
  onShowText: () => void;
  onDiscardText: () => void;
  onDiscard: () => void;
  children: ReactNode;
}) {
  const { faultyLine, isBusy, isDirty, changes, hasFailed, isNew } = state;
  const isUnfinished = faultyLine !== null;
  const isSavable = (isDirty || isNew) && !isUnfinished;
  return (
    <section className={editor.bar} data-quiet={isQuiet} aria-label="Changes">
      {children}
      {isDirty && !isNew && (
        <Disclosure summary="What saving changes">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls with the keyboard */}
          <ul className={editor.changes} tabIndex={0}>
            {changes.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <p role="status">{statusWords(state)}</p>
      {isUnfinished && !isText && (
        <Button variant="default" size="sm" onClick={onShowText}>
          Show the text
        </Button>
      )}
      {isUnfinished && (
        <Button variant="default" size="sm" onClick={onDiscardText}>
          Discard the text
        </Button>
      )}
      {isDirty && !isUnfinished && !isNew && (
        <Button variant="default" size="sm" disabled={isBusy} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button ref={button} type="submit" size="sm" loading={isBusy} disabled={!isSavable || isGone}>
        {hasFailed ? 'Try again' : isNew ? 'Create the process' : 'Save changes'}
      </Button>
    </section>
  );
}

/** Exactly one state, in the words of all editors. */
function statusWords({ faultyLine, isBusy, isDirty, changes, hasFailed, isNew }: SaveState): string {
  if (isBusy) return 'Saving…';
  if (faultyLine !== null) {
    return TEXTS.processEditor.textHasError(faultyLine);
  }
  if (isNew) return 'Not saved yet';
  if (!isDirty) return 'Saved';
  const words = counted(Math.max(changes.length, 1), 'change', 'changes');
  return hasFailed ? `Not saved, try again: ${words}` : `${words} not live`;
}
