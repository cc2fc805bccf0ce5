import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cutText } from '../../../../domain/text/cut-text.ts';
import { usePastSearch } from '../as-of/use-past.ts';
import { plainText } from '../markdown/plain-text.ts';
import classes from './documents.module.css';

const LENGTH = 200;

/** A document in `DocumentList`: its name, what `children` say about it, and the links to its editor. */
export function DocumentItem({
  id,
  name,
  action,
  beside,
  children,
}: {
  id: string;
  name: string;
  /** `Edit` */
  action: string;
  /** Before the link with the action. */
  beside?: ReactNode;
  children: ReactNode;
}) {
  const search = usePastSearch();
  return (
    <>
      <div>
        <Link to={{ pathname: id, search }} className={classes.name} dir="auto">
          {name}
        </Link>
        {children}
      </div>
      {beside}
      <Link to={{ pathname: id, search }} aria-label={`${action} ${name}`}>
        {action}
      </Link>
    </>
  );
}

/** The start of a description, without its markdown. */
export function ItemDescription({ markdown }: { markdown: string | null }) {
  if (!markdown) return null;
  const text = plainText(markdown);
  return (
    <p className={classes.quiet} dir="auto">
      {text.length > LENGTH ? `${cutText(text, LENGTH).trimEnd()}…` : text}
    </p>
  );
}
