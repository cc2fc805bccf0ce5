import { useMediaQuery, useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { chosenIn } from '../../../../../domain/batch/courses.ts';
import { grandTotal, type Report } from '../../../../../domain/reports/report.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { dayIn } from '../../../../../domain/values/days.ts';
import type { Answer } from '../../../shared/api/calls.ts';
import { keyOf } from '../../../shared/api/calls.ts';
import { serverNow } from '../../../shared/api/server-clock.ts';
import { ShownMomentContext, useBatchesAt } from '../../../shared/as-of/shown-moment.ts';
import { Chart, ChartQueueContext } from '../../../shared/charts/chart.tsx';
import { batchColours, CHART_VARIABLES } from '../../../shared/charts/chart-colours.ts';
import { lines, namedBars, type Plot, stackedBars, thinned } from '../../../shared/charts/chart-options.ts';
import charts from '../../../shared/charts/charts.module.css';
import { PartList } from '../../../shared/charts/part-list.tsx';
import { useLiveChanges } from '../../../shared/live/live-changes.ts';
import { EmptyState, ErrorState } from '../../../shared/pages/page-state.tsx';
import { ReportFigure } from '../../../shared/reports/report-figure.tsx';
import { ReportNotes } from '../../../shared/reports/report-notes.tsx';
import { batchesQuery } from '../../../shared/staff-queries/list-queries.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import text from '../../../shared/ui/text-button.module.css';
import { Controls } from './controls.tsx';
import classes from './overview.module.css';
import { type Figure, type OverviewAddress, useOverviewAddress } from './overview-address.ts';
import { labelsOf, legendOf, type PlottedSeries, seriesOfColumns, seriesOfRows } from './plots.ts';
import { overviewQuery, problemIn } from './queries.ts';

/** A bulk change touches thousands; its charts need not follow each. */
const REFRESH_MS = 3000;

export function OverviewPage({ organization }: { organization: Organization }) {
  const { asOf, at } = useContext(ShownMomentContext);
  const batches = useBatchesAt(asOf);
  const today = dayIn(organization.timeZone, at ?? serverNow());
  const { address, actions } = useOverviewAddress(today);
  const problem = problemIn(address);
  useRefresh(asOf === null);
  if (batches.isPending) return <OverviewSkeleton />;
  if (batches.isLoadingError) {
    return (
      <ErrorState
        order={2}
        title="The courses could not be loaded"
        error={batches.error}
        onRetry={() => void batches.refetch()}
      />
    );
  }
  const hasCourses = chosenIn(batches.data, address.courses).length > 0;
  return (
    <>
      <Controls batches={batches.data} address={address} actions={actions} problem={problem} />
      {!hasCourses && (
        <EmptyState title={TEXTS.reports.selectCourses}>
          {batches.data.length === 0 ? TEXTS.reports.noCourses : null}
        </EmptyState>
      )}
      {hasCourses && problem === null && (
        <Figures
          batches={batches.data}
          address={address}
          onTable={actions.showTable}
          onWhole={address.period === 'allTime' ? null : () => actions.showPeriod('allTime')}
        />
      )}
    </>
  );
}

function useRefresh(isLive: boolean): void {
  const client = useQueryClient();
  const refresh = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: keyOf('/api/reports/overview') }),
    REFRESH_MS,
  );
  useLiveChanges(
    {
      onChanges: (changes) => {
        if (changes.some(({ kind }) => kind === 'application' || kind === 'organization')) refresh();
        if (changes.some(({ kind }) => kind === 'batch')) {
          void client.invalidateQueries({ queryKey: batchesQuery.queryKey });
          refresh();
        }
      },
      onLost: refresh,
    },
    isLive,
  );
}

function Figures({
  batches,
  address,
  onTable,
  onWhole,
}: {
  batches: readonly Batch[];
  address: OverviewAddress;
  onTable: (figure: Figure, isTable: boolean) => void;
  /** Null if the period is the whole already. */
  onWhole: (() => void) | null;
}) {
  const { asOf } = useContext(ShownMomentContext);
  const { data, isPending, isLoadingError, error, refetch, isPlaceholderData } = useQuery(overviewQuery(address, asOf));
  const colours = useMemo(() => batchColours(batches), [batches]);
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    if (error) console.error('The reports could not be loaded', error);
  }, [error]);
  if (isLoadingError) {
    return (
      <ErrorState order={2} title="The reports could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (isPending) return <FiguresSkeleton />;
  return (
    <div className={classes.figures} style={CHART_VARIABLES} aria-busy={isPlaceholderData}>
      <ReportNotes notes={data.notes} />
      <ChartQueueContext value={queue}>
        <Overview overview={data} colours={colours} tables={address.tables} onTable={onTable} onWhole={onWhole} />
      </ChartQueueContext>
      <p className={classes.rule}>{data.trends.rule}</p>
    </div>
  );
}

const plotOf = (report: Report, series: readonly PlottedSeries[], mostLabels: number): Plot => ({
  labels: thinned(labelsOf(report), mostLabels),
  titles: report.rows.map(({ title, note }) => (note === null ? title : `${title} (${note})`)),
  series,
  tooltipClass: charts.tooltip ?? '',
  hidesTotals: report.rows.length > 3 * mostLabels,
});

/** Whether the period begins after a course opened. */
const isCut = ({ columns: all, rows }: Report): boolean =>
  all.some((_, place) => rows[0]?.cells[place] === null && rows.some(({ cells }) => cells[place] !== null));

const MOST_LABELS = { wide: 13, narrow: 4 } as const;

function Overview({
  overview: { trends, launch, courses, notes },
  colours,
  tables,
  onTable,
  onWhole,
}: {
  overview: Answer<'GET /api/reports/overview'>;
  colours: ReadonlyMap<string, string>;
  tables: ReadonlySet<Figure>;
  onTable: (figure: Figure, isTable: boolean) => void;
  onWhole: (() => void) | null;
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const mostLabels = MOST_LABELS[isNarrow ? 'narrow' : 'wide'];
  const shown = useContext(ShownMomentContext);
  const drawn = useMemo(() => {
    const byCourse = seriesOfColumns(trends, colours, shown);
    const sinceOpening = seriesOfColumns(launch, colours, shown);
    const perCourse = seriesOfRows(courses, colours, shown);
    return {
      trends: { series: byCourse, drawing: stackedBars(plotOf(trends, byCourse, mostLabels)) },
      launch: { series: sinceOpening, drawing: lines(plotOf(launch, sinceOpening, mostLabels)) },
      courses: {
        series: perCourse,
        drawing: namedBars(
          { titles: ['Applications'], series: perCourse, tooltipClass: charts.tooltip ?? '' },
          isNarrow ? 'narrow' : 'wide',
        ),
      },
    };
  }, [trends, launch, courses, colours, shown, isNarrow, mostLabels]);
  const figure = (name: Figure, report: Report, kind: string, emptyText: string, note?: ReactNode): ReactNode => {
    const { series, drawing } = drawn[name];
    return (
      <ReportFigure
        key={name}
        report={report}
        isTable={tables.has(name)}
        onTable={(isTable) => onTable(name, isTable)}
        empty={grandTotal(report) === 0 ? emptyText : null}
        legend={legendOf(series)}
        notes={notes}
        note={note}
      >
        <div className={charts.barsAndParts}>
          <Chart className={charts.bars} drawing={drawing} label={`${kind}. ${report.sentence}`} />
          <PartList
            label={`${report.title}: courses`}
            parts={series.map(({ total, ...one }) => ({ ...one, count: total }))}
          />
        </div>
      </ReportFigure>
    );
  };
  return (
    <>
      {figure('trends', trends, 'Stacked bars', TEXTS.reports.nothingInPeriod)}
      {figure(
        'launch',
        launch,
        'Lines',
        TEXTS.reports.nothingAfterOpening,
        isCut(launch) && (
          <>
            {TEXTS.reportPages.weeksOutside}{' '}
            {onWhole && (
              <button type="button" className={text.textButton} onClick={onWhole}>
                Show All Time
              </button>
            )}
          </>
        ),
      )}
      {figure('courses', courses, 'Bars', TEXTS.reports.nothingInPeriod)}
    </>
  );
}

const FiguresBones = () => (
  <>
    {[0, 1, 2].map((figure) => (
      <Bone key={figure} height="26rem" />
    ))}
  </>
);

const FiguresSkeleton = () => (
  <Loading label="Loading reports">
    <FiguresBones />
  </Loading>
);

const OverviewSkeleton = () => (
  <Loading label="Loading reports">
    <Bone width="60%" height="3.5rem" />
    <Bone width="40%" height="3.5rem" />
    <FiguresBones />
  </Loading>
);
