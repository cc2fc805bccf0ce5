import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEditing } from './editing.ts';
import classes from './processes.module.css';

/** The head of a card: opens it, and holds its move buttons. */
export function CardHead({
  title,
  about,
  isOpen,
  hasError = false,
  bodyId,
  onToggle,
  moving,
}: {
  title: string;
  about: ReactNode;
  isOpen: boolean;
  hasError?: boolean;
  bodyId: string;
  onToggle: () => void;
  moving?: ReactNode;
}) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.head}>
      <button
        type="button"
        className={classes.headButton}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={onToggle}
      >
        <Chevron size={18} stroke={1.75} aria-hidden />
        <span className={classes.headWords}>
          <strong dir="auto">{title}</strong>
          {about && <span className={classes.quiet}>{about}</span>}
          {hasError && <span className={classes.problem}>Needs attention</span>}
        </span>
      </button>
      {moving}
    </div>
  );
}

/** Whether a place inside this card has an error. */
export function useHasError(prefix: string): boolean {
  const { errors } = useEditing();
  return [...errors.keys()].some(
    (place) => place === prefix || place.startsWith(`${prefix}.`) || place.startsWith(`${prefix}[`),
  );
}
