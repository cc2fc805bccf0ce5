import { useMemo } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { chosenIn } from '../../../../domain/batch/courses.ts';
import type { ReportFilter } from '../../../../domain/reports/report.ts';
import { dayReader, fullDay } from '../../../../domain/values/days.ts';
import { drillTest } from '../../shared/reports/drill.ts';
import classes from './dashboard.module.css';

/** The applications that a report's number counts; `isRead` when all are loaded; null without a number. */
export function useDrill(
  drill: ReportFilter | null,
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
  return { drill, isCounted, isRead };
}

export function DrillNote({ drill, onLeave }: { drill: ReportFilter; onLeave: () => void }) {
  const { from = '', to = '', weeks } = drill;
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
      <button type="button" className={classes.textButton} onClick={onLeave}>
        Show all applications
      </button>
    </p>
  );
}
