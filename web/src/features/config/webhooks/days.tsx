import type { Answer } from '../../../shared/api/calls.ts';
import { LOCALE } from '../../../shared/dates/day.ts';
import classes from './webhooks.module.css';

type Day = Answer<'GET /api/webhooks/{id}/messages'>['days'][number];

/** "Sat 21" */
const dayOf = (date: string): string =>
  new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(date));

/** Deliveries and failed attempts of seven days as bars; each says its numbers. */
export function Days({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ delivered, failed }) => delivered + failed));
  const heightOf = (count: number) => `${(100 * count) / most}%`;
  return (
    <figure className={classes.days}>
      <figcaption>
        Attempts in the last seven days (UTC), including replays:
        <span className={classes.key} data-kind="delivered">
          delivered
        </span>
        <span className={classes.key} data-kind="failed">
          failed
        </span>
      </figcaption>
      <ol>
        {days.map(({ date, delivered, failed }) => (
          <li key={date}>
            <span className={classes.bars} aria-hidden>
              <span data-kind="failed" style={{ height: heightOf(failed) }} />
              <span data-kind="delivered" style={{ height: heightOf(delivered) }} />
            </span>
            <span className={classes.day}>{dayOf(date)}</span>
            <span>
              {delivered.toLocaleString('en')}
              <span className={classes.word}> delivered</span>
            </span>
            {failed > 0 && <span className={classes.failed}>{failed.toLocaleString('en')} failed</span>}
          </li>
        ))}
      </ol>
    </figure>
  );
}
