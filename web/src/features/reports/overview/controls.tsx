import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Interval } from '../../../../../domain/reports/buckets.ts';
import { PERIOD_NAMES, PERIODS, type Period, type RangeProblem } from '../../../../../domain/reports/periods.ts';
import { useAtOnce } from '../../../shared/browser/use-at-once.ts';
import { CoursePicker } from '../../../shared/reports/course-picker.tsx';
import { Choice } from '../../../shared/ui/choice.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './overview.module.css';
import type { OverviewAddress, useOverviewAddress } from './overview-address.ts';

const INTERVAL_NAMES: Readonly<Record<Interval, string>> = { month: 'Monthly', week: 'Weekly' };

export function Controls({
  batches,
  address,
  actions,
  problem,
}: {
  batches: readonly Batch[];
  address: OverviewAddress;
  actions: ReturnType<typeof useOverviewAddress>['actions'];
  problem: RangeProblem | null;
}) {
  const [period, showPeriod] = useAtOnce(address.period, actions.showPeriod);
  const [isComplete, showComplete] = useAtOnce(address.completeOnly, actions.showComplete);
  return (
    <section className={classes.controls} aria-label="What is shown">
      <CoursePicker batches={batches} text={address.courses} onChoose={actions.choose} />
      <div className={classes.row}>
        <NativeSelect
          size="sm"
          label="Time period"
          data={PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
          value={period}
          onChange={(event) => showPeriod(event.currentTarget.value as Period)}
        />
        {period === 'custom' && (
          <>
            <TextInput
              size="sm"
              type="date"
              label="Start date"
              value={address.from}
              error={problem !== null}
              onChange={(event) => actions.setFrom(event.currentTarget.value)}
            />
            <TextInput
              size="sm"
              type="date"
              label="End date"
              value={address.to}
              error={problem !== null}
              onChange={(event) => actions.setTo(event.currentTarget.value)}
            />
          </>
        )}
        <Choice legend="View" names={INTERVAL_NAMES} value={address.interval} onChoose={actions.groupBy} />
        <Checkbox
          size="sm"
          className={classes.complete}
          label="Complete periods only"
          checked={isComplete}
          onChange={(event) => showComplete(event.currentTarget.checked)}
        />
      </div>
      {problem !== null && (
        <Notice meaning="problem" role="alert">
          {problem.message}
        </Notice>
      )}
    </section>
  );
}
