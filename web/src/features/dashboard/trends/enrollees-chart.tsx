import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { useAtOnce } from '../../../shared/browser/use-at-once.ts';
import { Chart } from '../../../shared/charts/chart.tsx';
import { stackedBars, thinned } from '../../../shared/charts/chart-options.ts';
import charts from '../../../shared/charts/charts.module.css';
import { DataTable, TableSwitch } from '../../../shared/charts/data-table.tsx';
import { PartList } from '../../../shared/charts/part-list.tsx';
import { formatCalendarDay } from '../../../shared/dates/day.ts';
import { Choice } from '../../../shared/ui/choice.tsx';
import text from '../../../shared/ui/text-button.module.css';
import { endOf, longLabel, type Period, shortLabel } from './calendar.ts';
import { countEnrollees, type Enrollees, windowOf } from './enrollees.ts';
import { GROUP_NAMES, GROUPS, type Group, membershipIn, SECOND_GROUPS, type SecondGroup } from './groups.ts';
import classes from './trends.module.css';
import type { useTrendsAddress } from './trends-address.ts';

const PERIOD_NAMES: Readonly<Record<Period, string>> = { week: 'Week', day: 'Day' };
const BARS = {
  wide: { week: 26, day: 31, mostLabels: 13 },
  narrow: { week: 12, day: 14, mostLabels: 5 },
} as const;

type Address = ReturnType<typeof useTrendsAddress>;

export function EnrolleesChart({
  ongoing,
  colours,
  dayOf,
  address,
  actions,
}: {
  ongoing: ReadonlyMap<Batch, readonly ApplicationView[]>;
  colours: ReadonlyMap<string, string>;
  dayOf: (at: string) => string;
  address: Address['address'];
  actions: Address['actions'];
}) {
  const titleId = useId();
  const { period, group, second } = address;
  const [isTable, setIsTable] = useState(false);
  const all = useMemo(() => {
    const names = new Map([...ongoing.keys()].map(({ _id, name }) => [_id, name]));
    return countEnrollees([...ongoing.values()].flat(), {
      period,
      dayOf,
      today: dayOf(new Date().toISOString()),
      group: membershipIn(group, names),
      second: second && membershipIn(second, names),
      colours: group === 'batch' ? colours : new Map(),
      isWhole: isTable,
    });
  }, [ongoing, colours, dayOf, period, group, second, isTable]);
  return (
    <section className={classes.block} aria-labelledby={titleId}>
      <div className={classes.blockHead}>
        <h3 id={titleId}>Portal enrollees</h3>
        <TableSwitch isTable={isTable} onToggle={() => setIsTable(!isTable)} />
      </div>
      <Controls {...address} {...actions} />
      <Bars key={period} all={all} period={period} isTable={isTable} />
    </section>
  );
}

function Controls({ period, group, second, countBy, groupBy, thenBy }: Address['address'] & Address['actions']) {
  const [chosenGroup, chooseGroup] = useAtOnce(group, groupBy);
  const [chosenSecond, chooseSecond] = useAtOnce(second, thenBy);
  const optionsOf = (groups: readonly SecondGroup[]) => groups.map((value) => ({ value, label: GROUP_NAMES[value] }));
  return (
    <div className={classes.controls}>
      <Choice legend="Count by" names={PERIOD_NAMES} value={period} onChoose={countBy} />
      <NativeSelect
        size="sm"
        label="Group by"
        data={optionsOf(GROUPS)}
        value={chosenGroup}
        onChange={(event) => chooseGroup(event.currentTarget.value as Group)}
      />
      <NativeSelect
        size="sm"
        label="Then by"
        data={[{ value: '', label: 'Nothing' }, ...optionsOf(SECOND_GROUPS.filter((other) => other !== chosenGroup))]}
        value={chosenSecond ?? ''}
        onChange={(event) => chooseSecond((event.currentTarget.value || null) as SecondGroup | null)}
      />
    </div>
  );
}

function Bars({ all, period, isTable }: { all: Enrollees; period: Period; isTable: boolean }) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [back, setBack] = useState(0);
  const { [period]: size, mostLabels } = BARS[isNarrow ? 'narrow' : 'wide'];
  const shown = useMemo(() => windowOf(all, size, back), [all, size, back]);
  const drawing = useMemo(
    () =>
      stackedBars({
        labels: thinned(shown.starts.map(shortLabel), mostLabels),
        titles: shown.starts.map((start) => longLabel(start, period)),
        series: shown.series,
        tooltipClass: charts.tooltip ?? '',
      }),
    [shown, period, mostLabels],
  );
  const { starts, series } = shown;
  const total = series.reduce((sum, one) => sum + one.total, 0);
  const [first = '', last = first] = [starts[0], starts.at(-1)];
  const words = `${formatCalendarDay(first)} to ${formatCalendarDay(endOf(last, period))}: ${counted(total, 'enrollee', 'enrollees')}`;
  return (
    <>
      <p className={classes.sum} role="status">
        {words}
      </p>
      {isTable ? (
        <DataTable
          caption={`Enrollees by ${period}`}
          head={[
            { key: '', title: PERIOD_NAMES[period] },
            ...series.map(({ key, name }) => ({ key, title: name })),
            { key: 'all', title: 'All' },
          ]}
          rows={starts.map((start, place) => {
            const counts = series.map(({ counts }) => counts[place] ?? 0);
            const sum = counts.reduce((one, other) => one + other, 0);
            return { key: start, cells: [longLabel(start, period), ...counts, sum] };
          })}
        />
      ) : (
        <div className={charts.barsAndParts}>
          <Chart className={charts.bars} drawing={drawing} label={`Stacked bars. ${words}`} />
          <PartList label="Legend" parts={series.map((one) => ({ ...one, count: one.total }))} />
        </div>
      )}
      {all.starts.length > size && (
        <div className={classes.pages}>
          <button
            type="button"
            className={text.textButton}
            disabled={all.starts.length <= (back + 1) * size}
            onClick={() => setBack(back + 1)}
          >
            <IconChevronLeft size={16} aria-hidden /> Earlier
          </button>
          <button type="button" className={text.textButton} disabled={back === 0} onClick={() => setBack(back - 1)}>
            Later <IconChevronRight size={16} aria-hidden />
          </button>
        </div>
      )}
    </>
  );
}
