import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { chosenIn } from '../../../../domain/batch/courses.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { dayReader, fullDay } from '../../../../domain/values/days.ts';
import { type Drill, drillPath, drillTest } from '../../shared/reports/drill.ts';
import classes from './dashboard.module.css';

/** The applications that a report's number counts, and how many they are; `isRead` when all are loaded; null without a number. */
export function useDrill(
  drill: Drill | null,
  groups: ReadonlyMap<Batch, readonly ApplicationView[]> | null,
  { awaited, zone = 'UTC' }: { awaited: ReadonlySet<string>; zone: string | undefined },
) {
  const isCounted = useMemo(() => {
    if (!drill) return null;
    const all = new Map([...(groups?.values() ?? [])].flat().map((application) => [application._id, application]));
    const applications = { find: (id: string) => all.get(id), isWhole: awaited.size === 0 };
    return drillTest(drill, groups ? [...groups.keys()] : [], dayReader(zone), applications);
  }, [drill, groups, awaited, zone]);
  const batches = groups ? [...groups.keys()] : [];
  const isRead = drill && chosenIn(batches, drill.courses ?? 'all').every(({ _id }) => !awaited.has(_id));
  const found = useMemo(() => {
    if (!isCounted || !isRead) return null;
    let count = 0;
    for (const all of groups?.values() ?? []) for (const one of all) if (isCounted(one)) count += 1;
    return count;
  }, [groups, isCounted, isRead]);
  return { drill, isCounted, isRead, found };
}

export function DrillNote({ drill, found, onLeave }: { drill: Drill; found: number | null; onLeave: () => void }) {
  const { from = '', to = '', weeks, counted } = drill;
  const days = from === to ? `on ${fullDay(from)}` : `from ${fullDay(from)} to ${fullDay(to)}`;
  const since = !weeks
    ? ''
    : weeks[0] === weeks[1]
      ? `, in week ${weeks[0]} since the course opened`
      : `, in weeks ${weeks[0]} to ${weeks[1]} since the course opened`;
  return (
    <p className={classes.elsewhere}>
      As counted in Reports: applied {days}
      {since}.{' '}
      {counted && found !== null && found !== counted.count && (
        <>
          {TEXTS.dashboard.countedOtherwise(counted.count)}{' '}
          {counted.countedAt !== null && (
            <>
              <Link to={drillPath(drill, counted.countedAt, counted)}>Show the list as of that moment</Link>
              {' · '}
            </>
          )}
        </>
      )}
      <button type="button" className={classes.textButton} onClick={onLeave}>
        Show all applications
      </button>
    </p>
  );
}
