import { IconDownload, IconPhotoDown } from '@tabler/icons-react';
import { type ReactNode, useContext, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  grandTotal,
  type Report,
  type ReportColumn,
  type ReportRow,
  sumOf,
} from '../../../../domain/reports/report.ts';
import { grouped } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { fullDay } from '../../../../domain/values/days.ts';
import { messageOf } from '../api/api-client.ts';
import { ShownMomentContext } from '../as-of/shown-moment.ts';
import { chartPicture, type PictureLine } from '../charts/chart-picture.ts';
import { DataTable, TableSwitch } from '../charts/data-table.tsx';
import { formatMoment } from '../dates/dates.tsx';
import { downloadBlob, downloadText } from '../files/download.ts';
import { Problem } from '../ui/notice.tsx';
import text from '../ui/text-button.module.css';
import { numberPath } from './drill.ts';
import { reportCsv } from './report-csv.ts';
import classes from './reports.module.css';

export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** Zone, week rule, exact dates and the moment of a past page. */
const aboutReport = ({ zone, range, weekRule }: Report, at: string | null): string =>
  [
    ...(at === null ? [] : [`as of ${formatMoment(at)}`]),
    range.from === range.to ? fullDay(range.from) : `${fullDay(range.from)} to ${fullDay(range.to)} (inclusive)`,
    `time zone ${zoneName(zone)}`,
    ...(weekRule === null ? [] : [weekRule.replace(/\.$/, '')]),
  ].join(' · ');

const rowName = ({ title, note }: ReportRow): string => (note === null ? title : `${title} (${note})`);
/** More stand in the table. */
const MOST_MARKS = 6;
const marksOf = ({ rows }: Report): readonly string[] => {
  const all = rows.flatMap(({ title, note }) => (note === null ? [] : [`${title}: ${note}`]));
  const more = all.length - MOST_MARKS;
  return more > 0 ? [...all.slice(0, MOST_MARKS), `${more} more in the table`] : all;
};

/**
 * One report: its sentence, its chart or its table, and its files, all of the same answer. `legend` are the colours of
 * the chart, for its picture.
 */
export function ReportFigure({
  report,
  isTable,
  onTable,
  empty,
  legend,
  notes,
  note,
  children,
}: {
  report: Report;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** Shown instead of a report without applications. */
  empty: string | null;
  legend: readonly PictureLine[];
  /** For the files; the page shows them once. */
  notes: readonly string[];
  note?: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  const chart = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { title, sentence, range } = report;
  const file = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${range.from}-${range.to}`;
  const { at } = useContext(ShownMomentContext);
  const about = aboutReport(report, at);
  const marks = marksOf(report);
  const savePicture = () => {
    const svg = chart.current?.querySelector('svg');
    if (!svg) return setFailure(TEXTS.reports.chartNotReady);
    setFailure(null);
    const lines = [{ text: title, isTitle: true }, { text: sentence }, { text: about }];
    const below = [...marks.map((text) => ({ text: `* ${text}` })), ...notes.map((text) => ({ text }))];
    chartPicture(svg as SVGSVGElement, lines, [...legend, ...below]).then(
      (picture) => downloadBlob(`${file}.png`, picture),
      (error: unknown) => setFailure(TEXTS.reports.imageFailed(messageOf(error))),
    );
  };
  return (
    <section className={classes.figure} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        {empty === null && (
          <div className={classes.actions}>
            <TableSwitch isTable={isTable} onToggle={() => onTable(!isTable)} />
            <button
              type="button"
              className={text.textButton}
              onClick={() => downloadText(`${file}.csv`, 'text/csv', reportCsv(report, notes))}
            >
              <IconDownload size={16} aria-hidden />
              Download CSV
            </button>
            {!isTable && (
              <button type="button" className={text.textButton} onClick={savePicture}>
                <IconPhotoDown size={16} aria-hidden />
                Download PNG
              </button>
            )}
          </div>
        )}
      </div>
      {empty === null ? (
        <>
          <p className={classes.sentence}>{sentence}</p>
          <p className={classes.about}>{about}</p>
          <Problem error={failure} />
          {isTable ? <ReportTable report={report} /> : <div ref={chart}>{children}</div>}
          {!isTable && marks.length > 0 && <p className={classes.about}>* {marks.join(' · ')}</p>}
          {note && <p className={classes.about}>{note}</p>}
        </>
      ) : (
        <>
          <p className={classes.empty}>{empty}</p>
          <p className={classes.about}>{about}</p>
        </>
      )}
    </section>
  );
}

function Count({
  report,
  row,
  column,
  count,
}: {
  report: Report;
  row?: ReportRow;
  column?: ReportColumn;
  count: number | null;
}) {
  const shown = useContext(ShownMomentContext);
  if (count === null) return '–';
  const words = grouped(count);
  return count === 0 ? words : <Link to={numberPath(report, { row, column, count }, shown)}>{words}</Link>;
}

/** Every row and column; each number opens its applications. */
function ReportTable({ report }: { report: Report }) {
  const { columns, rows, totals, title, rowTitle } = report;
  const hasAll = columns.length > 1;
  return (
    <DataTable
      caption={`Table: ${title}`}
      head={[
        { key: '', title: rowTitle },
        ...columns.map(({ key, title: name }) => ({ key, title: name })),
        ...(hasAll ? [{ key: 'all', title: 'All' }] : []),
      ]}
      rows={rows.map((row) => ({
        key: row.key,
        cells: [
          rowName(row),
          ...columns.map((column, place) => (
            <Count key={column.key} report={report} row={row} column={column} count={row.cells[place] ?? null} />
          )),
          ...(hasAll ? [<Count key="all" report={report} row={row} count={sumOf(row.cells)} />] : []),
        ],
      }))}
      foot={{
        key: 'all',
        cells: [
          'All',
          ...columns.map((column, place) => (
            <Count key={column.key} report={report} column={column} count={totals[place] ?? null} />
          )),
          ...(hasAll ? [<Count key="all" report={report} count={grandTotal(report)} />] : []),
        ],
      }}
    />
  );
}
