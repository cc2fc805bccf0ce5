import type { ReactNode } from 'react';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { CardHead, useHasError } from './card-head.tsx';
import { CLOSED, controlId, type Open, pathText, useEditing } from './editing.ts';
import classes from './processes.module.css';

/** A card that is always there: the application form, or the columns of the dashboard. */
export function OuterCard({
  card,
  path,
  open,
  title,
  about,
  children,
}: {
  /** Its name in `Open`. */
  card: 'form' | 'columns';
  path: Path;
  open: Open;
  title: string;
  about: string;
  children: ReactNode;
}) {
  const { setOpen } = useEditing();
  const isOpen = open.card === card;
  const bodyId = `${controlId(path)}-body`;
  return (
    <section className={classes.card} aria-label={title}>
      <CardHead
        title={title}
        about={about}
        isOpen={isOpen}
        hasError={useHasError(pathText(path))}
        bodyId={bodyId}
        onToggle={() => setOpen(isOpen ? CLOSED : { card, item: null, isNew: false })}
      />
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
