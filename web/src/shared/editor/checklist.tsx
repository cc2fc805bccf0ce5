import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Missing, MissingPlace } from '../../../../domain/readiness/missing.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import classes from './checklist.module.css';

/** The editor of the place; `Editor` moves the focus to the field in the hash. */
const addressOf = ({ kind, id, field }: MissingPlace): string =>
  [`${pagePath('config')}/${kind}`, id && `/${encodeURIComponent(id)}`, field && `#${field}`].filter(Boolean).join('');

/** What is still missing, each with the way to its field for those who can change it. It never blocks anything. */
export function Checklist({
  title,
  ready,
  missing,
  canWrite,
}: {
  title: string;
  /** Said when nothing is missing. */
  ready: string;
  missing: readonly Missing[];
  canWrite: boolean;
}) {
  return (
    <section className={classes.checklist} aria-label={title}>
      <h3>{title}</h3>
      {missing.length === 0 ? (
        <p className={classes.ready}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden /> {ready}
        </p>
      ) : (
        <ul>
          {missing.map(({ text, isNeeded, place }) => (
            <li key={text} data-needed={isNeeded || undefined}>
              {isNeeded ? (
                <IconAlertCircle size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconCircleDashed size={18} stroke={1.75} aria-hidden />
              )}
              {canWrite ? (
                <Link to={addressOf(place)} dir="auto">
                  {text}
                </Link>
              ) : (
                <div dir="auto">{text}</div>
              )}
              {!isNeeded && <span> Optional</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
