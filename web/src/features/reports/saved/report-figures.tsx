import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { ReportTable, SavedReport } from '../../../../../api/contract/saved-reports.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { Chart, ChartQueueContext } from '../../../shared/charts/chart.tsx';
import { CHART_VARIABLES } from '../../../shared/charts/chart-colours.ts';
import charts from '../../../shared/charts/charts.module.css';
import { TableSwitch } from '../../../shared/charts/data-table.tsx';
import { FiguresTable } from './figures-table.tsx';
import { figureText, plotOf } from './report-plot.ts';
import classes from './saved.module.css';

/** A report's one sentence, its total, its chart or table, and the rules by which it counts. */
export function ReportFigures({
  table,
  chart,
  name,
  hasRules = true,
}: {
  table: ReportTable;
  chart: SavedReport['chart'];
  name: string;
  hasRules?: boolean;
}) {
  const [isTable, setIsTable] = useState(chart === 'table');
  const queue = useRef(Promise.resolve());
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const plotted = useMemo(
    () =>
      plotOf(table, {
        isLine: chart === 'line',
        width: isNarrow ? 'narrow' : 'wide',
        tooltipClass: charts.tooltip ?? '',
      }),
    [table, chart, isNarrow],
  );
  const { sentence, total, unit, open, rules } = table;
  const closing = table.axes[0]?.buckets.find(({ closesOn }) => closesOn !== undefined);
  return (
    <div className={classes.figures} style={CHART_VARIABLES}>
      <p>{sentence}</p>
      <p className={classes.total} role="status">
        <strong>{figureText(unit, total.value)}</strong> {totalWords(table)}
        {open !== null && ` · ${counted(open, 'application is', 'applications are')} still open`}
      </p>
      {plotted && total.n > 0 && chart !== 'table' && (
        <TableSwitch isTable={isTable} onToggle={() => setIsTable(!isTable)} />
      )}
      {plotted && total.n === 0 && <p className={classes.quiet}>Nothing has happened yet that this report counts.</p>}
      {plotted &&
        total.n > 0 &&
        (isTable || chart === 'table' ? (
          <FiguresTable table={table} caption={name} />
        ) : (
          <ChartQueueContext value={queue}>
            <Chart
              className={charts.bars ?? ''}
              drawing={plotted.drawing}
              label={`${name}. ${sentence} The table has all figures.`}
            />
            {plotted.series.length > 1 && (
              <ul className={classes.legend} aria-label="Colours">
                {plotted.series.map(({ key, name: label, colour }) => (
                  <li key={key}>
                    <i className={charts.swatch} style={{ background: colour }} aria-hidden />
                    <span dir="auto">{label}</span>
                  </li>
                ))}
              </ul>
            )}
            <p className={classes.quiet}>
              {plotted.scale}
              {chart === 'columns' && !plotted.isStack && ' · lines, because these figures do not add up to a column'}
              {closing && ` · * so far, closes ${closing.closesOn}`}
              {plotted.hidden > 0 &&
                ` · the ${counted(plotted.hidden, 'earliest is', 'earliest are')} only in the table`}
            </p>
          </ChartQueueContext>
        ))}
      {hasRules && (
        <ul className={classes.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function totalWords({ unit, total: { value, n } }: ReportTable): string {
  if (unit === 'events') return value === 1 ? 'event in all' : 'events in all';
  if (unit === 'applications') return value === 1 ? 'application in all' : 'applications in all';
  return unit === 'sum' ? `from ${counted(n, 'event', 'events')}` : `median of ${counted(n, 'case', 'cases')}`;
}
