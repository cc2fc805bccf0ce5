import { IconFilter } from '@tabler/icons-react';
import type { SecurityEntryView } from '../../../../api/contract/security-log.ts';
import type { SecurityKind } from '../../../../domain/security-log/kinds.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { formatTime, Moment } from '../../shared/dates/dates.tsx';
import log from '../../shared/log/log.module.css';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import type { SecurityFilters } from './address.ts';
import classes from './security-log.module.css';
import { nameIn, whoIn } from './words.ts';

/** Those whose name leaves open what was asked for. */
const WITH_CALLS: ReadonlySet<SecurityKind> = new Set([
  'notSignedIn',
  'refused',
  'foreignId',
  'unknownId',
  'limited',
  'readLimited',
  'triesLimited',
  'unconfirmed',
  'secretChanged',
  'tokenRefused',
  'unusual',
  'read',
  'massRead',
]);

type OnFilter = (changes: Partial<SecurityFilters>) => void;

export const Entries = ({ entries, onFilter }: { entries: readonly SecurityEntryView[]; onFilter: OnFilter }) => (
  <ol className={log.entries} aria-label="Entries, newest first">
    {entries.map((entry) => (
      <li key={entry._id}>
        <Entry entry={entry} onFilter={onFilter} />
      </li>
    ))}
  </ol>
);

function Entry({ entry, onFilter }: { entry: SecurityEntryView; onFilter: OnFilter }) {
  const { kind, firstAt, lastAt, count, actor, network, device } = entry;
  const call = useStaffNames();
  const who = whoIn(entry, call);
  const from = [network, device].filter((part) => part !== null);
  return (
    <article className={log.entry}>
      <Moment at={firstAt} />
      <div className={log.deed}>
        <strong>{TEXTS.securityLog.kinds[kind]}</strong>
        {count > 1 && (
          <span className={log.quiet}>
            {' '}
            {count.toLocaleString('en')} times
            {formatTime(firstAt) !== formatTime(lastAt) && ` until ${formatTime(lastAt)}`}
          </span>
        )}
        <bdi className={classes.line}>{who}</bdi>
        {WITH_CALLS.has(kind) && <Calls entry={entry} />}
      </div>
      <div className={classes.from}>{from.length > 0 ? from.join(' · ') : TEXTS.securityLog.fromUnknown}</div>
      <div className={log.narrow}>
        <button type="button" className={log.only} onClick={() => onFilter({ kind })}>
          <IconFilter size={14} aria-hidden /> Only “{TEXTS.securityLog.kinds[kind]}”
        </button>
        {actor?.id && (
          <button type="button" className={log.only} onClick={() => onFilter({ actorId: actor.id ?? '' })}>
            <IconFilter size={14} aria-hidden /> Only {nameIn(entry, call) ?? who}
          </button>
        )}
      </div>
    </article>
  );
}

/** In words; programmers find the call itself in the title. */
function Calls({ entry: { calls } }: { entry: SecurityEntryView }) {
  if (calls.length === 0) return null;
  const counts = new Map<string, { count: number; calls: string[] }>();
  for (const { call, label, count } of calls) {
    const words = label ?? call;
    const known = counts.get(words) ?? { count: 0, calls: [] };
    counts.set(words, { count: known.count + count, calls: [...known.calls, call] });
  }
  return (
    <ul className={classes.calls}>
      {[...counts].map(([words, { count, calls: called }]) => (
        <li key={words} title={called.join('\n')}>
          {words}
          {count > 1 && ` (${count.toLocaleString('en')})`}
        </li>
      ))}
    </ul>
  );
}
