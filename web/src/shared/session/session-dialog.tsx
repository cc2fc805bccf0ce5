import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from '../ui/dialogs.module.css';
import { Problem } from '../ui/notice.tsx';

export interface SessionDialogProps {
  readonly title: string;
  readonly lead: string;
  readonly problem: string | null;
  /** Without it, Escape does nothing. */
  readonly onCancel?: (() => void) | undefined;
  readonly onSubmit: () => void;
  /** Has the focus when the dialog opens. */
  readonly focusId: string;
  readonly children: ReactNode;
}

/** Over everything else on the page, which stays; a form in which one person proves who they are. */
export function SessionDialog({ title, lead, problem, onCancel, onSubmit, focusId, children }: SessionDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    document.getElementById(focusId)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [focusId]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      // Browsers close a dialog on the second Escape.
      onClose={() => dialog.current?.showModal()}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog in the page's tree: a form around it must not be submitted as well.
          event.stopPropagation();
          onSubmit();
        }}
      >
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <p>{lead}</p>
        <Problem error={problem} takesFocus />
        {children}
      </form>
    </dialog>
  );
}
