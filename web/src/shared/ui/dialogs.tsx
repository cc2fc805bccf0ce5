import { Button } from '@mantine/core';
import { type RefObject, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import classes from './dialogs.module.css';

interface Question {
  readonly kind: 'alert' | 'confirm';
  readonly message: string;
  readonly confirmLabel: string;
  readonly isDestructive: boolean;
  readonly answer: (isConfirmed: boolean) => void;
}

let waiting: readonly Question[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Question[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

const ask = (question: Omit<Question, 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    const asked: Question = {
      ...question,
      answer: (isConfirmed) => {
        change(waiting.filter((other) => other !== asked));
        resolve(isConfirmed);
      },
    };
    change([...waiting, asked]);
  });

export async function showAlert(message: string): Promise<void> {
  await ask({ kind: 'alert', message, confirmLabel: 'OK', isDestructive: false });
}

export function showConfirm(
  message: string,
  options: { confirmLabel?: string; isDestructive?: boolean } = {},
): Promise<boolean> {
  return ask({
    kind: 'confirm',
    message,
    confirmLabel: options.confirmLabel ?? 'OK',
    isDestructive: options.isDestructive ?? false,
  });
}

/** A disabled button loses the focus, so the dialog remembers the last pressed one and restores the focus there. */
function useLastPressed(): RefObject<EventTarget | null> {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const onFocusOut = ({ target }: FocusEvent) => {
      last.current = target instanceof Element && target.matches(':disabled') ? target : null;
    };
    document.addEventListener('focusout', onFocusOut);
    return () => document.removeEventListener('focusout', onFocusOut);
  }, []);
  return last;
}

function QuestionDialog({ question, last }: { question: Question; last: RefObject<EventTarget | null> }) {
  const ref = useRef<HTMLDialogElement>(null);
  const messageId = useId();
  useEffect(() => {
    const { activeElement } = document;
    const before = activeElement === document.body ? last.current : activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [last]);
  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      role={question.kind === 'alert' ? 'alertdialog' : 'dialog'}
      aria-labelledby={messageId}
      onCancel={(event) => {
        event.preventDefault();
        question.answer(false);
      }}
    >
      <p id={messageId} className={classes.message}>
        {question.message}
      </p>
      <div className={classes.buttons}>
        {question.kind === 'confirm' && (
          <Button variant="default" onClick={() => question.answer(false)}>
            Cancel
          </Button>
        )}
        <Button {...(question.isDestructive ? { color: 'red' } : {})} onClick={() => question.answer(true)}>
          {question.confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}

export function DialogHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting[0],
    () => undefined,
  );
  const last = useLastPressed();
  return question ? <QuestionDialog key={waiting.length} question={question} last={last} /> : null;
}
