import { useMediaQuery } from '@mantine/hooks';
import { IconPhotoDown } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ReportTable, SavedReport } from '../../../../../api/contract/saved-reports.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { shortDay } from '../../../../../domain/values/days.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { Chart, ChartQueueContext } from '../../../shared/charts/chart.tsx';
import { CHART_VARIABLES } from '../../../shared/charts/chart-colours.ts';
import { chartPicture } from '../../../shared/charts/chart-picture.ts';
import charts from '../../../shared/charts/charts.module.css';
import { TableSwitch } from '../../../shared/charts/data-table.tsx';
import { downloadBlob } from '../../../shared/files/download.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import text from '../../../shared/ui/text-button.module.css';
import { FiguresTable } from './figures-table.tsx';
import type { NumberPath } from './number-path.ts';
import { figureText, plotOf, restsOn } from './report-plot.ts';
import classes from './saved.module.css';

/** A report's one sentence, its total, its chart or table, and the rules by which it counts. */
export function ReportFigures({
  table,
  chart,
  name,
  path = null,
}: {
  table: ReportTable;
  chart: SavedReport['chart'];
  name: string;
  /** Null where numbers open nothing. */
  path?: NumberPath | null;
}) {
  const [isTable, setIsTable] = useState(chart === 'table');
  const [failure, setFailure] = useState<string | null>(null);
  const drawn = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const queue = useRef(Promise.resolve());
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const plotted = useMemo(
    () =>
      plotOf(table, {
        isLine: chart === 'line',
        width: isNarrow ? 'narrow' : 'wide',
        tooltipClass: charts.tooltip ?? '',
        onNumber: path ? (at) => void navigate(path(at)) : undefined,
      }),
    [table, chart, isNarrow, path, navigate],
  );
  const { sentence, total, unit, open, rules } = table;
  const times = table.axes.find(({ kind }) => kind === 'time');
  const closesOn = times?.buckets.find((bucket) => bucket.closesOn !== undefined)?.closesOn;
  const closing = closesOn === undefined ? null : `* so far, closes ${shortDay(closesOn)}`;
  const savePicture = () => {
    const svg = drawn.current?.querySelector('svg');
    if (!svg || !plotted) return setFailure(TEXTS.reports.chartNotReady);
    setFailure(null);
    const colours = plotted.series.length > 1 ? plotted.series : [];
    const below = [
      ...colours.map(({ name: text, colour }) => ({ text, colour })),
      ...[plotted.scale, ...(closing === null ? [] : [closing]), ...rules].map((text) => ({
        text,
      })),
    ];
    chartPicture(svg as SVGSVGElement, [{ text: name, isTitle: true }, { text: sentence }], below).then(
      (picture) => downloadBlob(`${name}.png`, picture),
      (error: unknown) => setFailure(TEXTS.reports.imageFailed(messageOf(error))),
    );
  };
  return (
    <div className={classes.figures} style={CHART_VARIABLES}>
      <p>{sentence}</p>
      <p className={classes.total} role="status">
        <strong>{linked(figureText(unit, total.value), total.n > 0 && path?.([]))}</strong> {totalWords(table)}
        {open !== null && (
          <>
            {' · '}
            {linked(counted(open, 'application', 'applications'), open > 0 && path?.('open'))}{' '}
            {open === 1 ? 'is' : 'are'} still open
          </>
        )}
      </p>
      {plotted && total.n > 0 && chart !== 'table' && (
        <div className={classes.links}>
          <TableSwitch isTable={isTable} onToggle={() => setIsTable(!isTable)} />
          {!isTable && (
            <button type="button" className={text.textButton} onClick={savePicture}>
              <IconPhotoDown size={16} aria-hidden />
              Download PNG
            </button>
          )}
        </div>
      )}
      <Problem error={failure} />
      {plotted && total.n === 0 && <p className={classes.quiet}>{TEXTS.reportPages.nothingToCount}</p>}
      {plotted &&
        total.n > 0 &&
        (isTable || chart === 'table' ? (
          <FiguresTable table={table} caption={name} path={path} />
        ) : (
          <ChartQueueContext value={queue}>
            <div ref={drawn}>
              <Chart
                className={charts.bars ?? ''}
                drawing={plotted.drawing}
                label={`${name}. ${sentence} The table has all figures.`}
              />
            </div>
            {plotted.series.length > 1 && (
              <ul className={classes.legend} aria-label="Colors">
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
              {plotted.reason && ` · ${plotted.reason}`}
              {closing && ` · ${closing}`}
              {plotted.hidden > 0 &&
                ` · the ${counted(plotted.hidden, 'earliest is', 'earliest are')} only in the table`}
            </p>
          </ChartQueueContext>
        ))}
      <ul className={classes.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </div>
  );
}

const linked = (text: string, to: string | false | undefined) => (to ? <Link to={to}>{text}</Link> : text);

function totalWords({ unit, total }: ReportTable): string {
  const { value } = total;
  if (unit === 'events') return value === 1 ? 'event in all' : 'events in all';
  if (unit === 'applications') return value === 1 ? 'application in all' : 'applications in all';
  return `${unit === 'sum' ? 'from' : 'median of'} ${restsOn(total, { unit })}`;
}
