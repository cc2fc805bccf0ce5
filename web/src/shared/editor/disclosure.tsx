import { type ReactNode, useState } from 'react';
import classes from './editor.module.css';

/** Renders its content only while it is open. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.disclosure} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
