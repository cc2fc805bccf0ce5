import { Link } from 'react-router';
import { applicantsIn } from '../../../../../domain/reports/funnel.ts';
import type { Table, TableColumn, TableRow } from '../../../../../domain/reports/table.ts';
import { counted, grouped, percentOf } from '../../../../../domain/text/counted.ts';
import type { Question } from '../../../shared/reports/members.ts';
import { useMembersPath } from '../../../shared/reports/use-members.ts';
import classes from './funnel-bars.module.css';

/** More are indistinguishable; the table has them all. */
const MOST_CHARTS = 12;

/** Statuses in the order of the funnel: all rows that count one. */
const statusRows = ({ rows }: Table): readonly TableRow[] => rows.filter(({ members }) => 'status' in members);

/** One chart, or one for each course or source, of the table's own numbers. */
export function FunnelBars({ table, isCompared, question }: { table: Table; isCompared: boolean; question: Question }) {
  const [first, ...others] = table.columns;
  if (!first) return null;
  if (!isCompared) {
    const before = others.find(({ key }) => key === 'before');
    return <Bars table={table} column={first} before={before} title={null} question={question} />;
  }
  const left = table.columns.length - MOST_CHARTS;
  const shown = table.columns.slice(0, MOST_CHARTS);
  // Counts are compared by their shares of each group, times by themselves.
  const longest =
    first.unit === 'days'
      ? Math.max(...statusRows(table).flatMap(({ cells }) => shown.map((_, place) => cells[place] ?? 0)))
      : undefined;
  return (
    <>
      <div className={classes.charts}>
        {shown.map((column) => (
          <Bars
            key={column.key}
            table={table}
            column={column}
            before={undefined}
            title={column.title}
            longest={longest}
            question={question}
          />
        ))}
      </div>
      {left > 0 && <p className={classes.more}>{grouped(left)} more in the table</p>}
    </>
  );
}

function Bars({
  table,
  column,
  before,
  title,
  longest,
  question,
}: {
  table: Table;
  column: TableColumn;
  before: TableColumn | undefined;
  title: string | null;
  /** The number of the longest bar, if several charts have one scale. */
  longest?: number | undefined;
  question: Question;
}) {
  const pathOf = useMembersPath();
  const cellOf = (row: TableRow | undefined, of: TableColumn | undefined) =>
    of ? (row?.cells[table.columns.indexOf(of)] ?? null) : null;
  const applied = table.rows.find(({ key }) => key === 'applied');
  const rows = statusRows(table);
  const isCount = column.unit === 'count';
  const isEmpty = applicantsIn(table)[table.columns.indexOf(column)] === 0;
  const all = (of: TableColumn | undefined) => [applied, ...rows].map((row) => cellOf(row, of) ?? 0);
  const most = Math.max(1, longest ?? 0, ...all(column), ...all(before));
  const whole = cellOf(applied, column) ?? 0;
  return (
    <figure className={classes.chart}>
      {title !== null && (
        <figcaption dir="auto">
          {title}
          {(isCount || isEmpty) && <small> {counted(whole, 'application', 'applications')}</small>}
        </figcaption>
      )}
      {!isEmpty && (
        <ol className={classes.bars}>
          {rows.map((row) => {
            const value = cellOf(row, column);
            const then = cellOf(row, before);
            const cases = row.cases?.[table.columns.indexOf(column)] ?? null;
            const words = tipOf(row, { value, whole, cases, isCount, then, before });
            return (
              <li key={row.key} title={words}>
                <span className={classes.name}>{row.title}</span>
                <span className={classes.track} aria-hidden>
                  <span className={classes.bar} style={{ width: `${((value ?? 0) / most) * 100}%` }} />
                  {then !== null && <span className={classes.before} style={{ left: `${(then / most) * 100}%` }} />}
                </span>
                <span className={classes.value}>
                  {value === null || (isCount && value === 0) ? (
                    (value ?? '–')
                  ) : (
                    <Link to={pathOf({ ...question, ...row.members, ...column.members })}>
                      {isCount ? grouped(value) : counted(value, 'day', 'days')}
                    </Link>
                  )}
                  {isCount && <small>{percentOf(value ?? 0, whole)}</small>}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {before && (
        <p className={classes.legend}>
          <span className={classes.sample} aria-hidden /> {before.title}
        </p>
      )}
    </figure>
  );
}

function tipOf(
  { title }: TableRow,
  {
    value,
    whole,
    cases,
    isCount,
    then,
    before,
  }: {
    value: number | null;
    whole: number;
    cases: number | null;
    isCount: boolean;
    then: number | null;
    before: TableColumn | undefined;
  },
): string {
  if (!isCount) return `${title}: ${counted(cases ?? 0, 'application', 'applications')}`;
  const now = `${title}: ${grouped(value ?? 0)} of ${grouped(whole)}`;
  return before && then !== null ? `${now}; ${before.title}: ${grouped(then)}` : now;
}
