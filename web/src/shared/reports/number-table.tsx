import { Link } from 'react-router';
import type { Table, TableColumn, TableRow, Unit } from '../../../../domain/reports/table.ts';
import { counted, grouped } from '../../../../domain/text/counted.ts';
import { csvFile } from '../../../../domain/text/csv.ts';
import { DataTable } from '../charts/data-table.tsx';
import type { Question } from './members.ts';
import { useMembersPath } from './use-members.ts';

const WRITTEN: Readonly<Record<Unit, (value: number) => string>> = {
  count: grouped,
  share: (share) => `${Math.round(share * 100)}%`,
  days: grouped,
};

/** A gap, which is not 0. */
const NONE = '–';

/** Every number that counts applications opens them on the dashboard; `question` is what all numbers have in common. */
export function NumberTable({
  caption,
  table: { rowTitle, columns, rows },
  question,
}: {
  caption: string;
  table: Table;
  question: Question;
}) {
  return (
    <DataTable
      caption={caption}
      head={[{ key: '', title: rowTitle }, ...columns]}
      rows={rows.map((row) => ({
        key: row.key,
        cells: [
          row.title,
          ...columns.map((column, index) => (
            <NumberCell
              key={column.key}
              value={row.cells[index] ?? null}
              cases={row.cases?.[index] ?? null}
              column={column}
              row={row}
              question={question}
            />
          )),
        ],
      }))}
    />
  );
}

function NumberCell({
  value,
  cases,
  column: { unit, members },
  row,
  question,
}: {
  value: number | null;
  cases: number | null;
  column: TableColumn;
  row: TableRow;
  question: Question;
}) {
  const pathOf = useMembersPath();
  if (value === null) return NONE;
  const words = WRITTEN[unit](value);
  if (members === null || (unit !== 'days' && value === 0)) return words;
  const tip = cases === null ? undefined : `Of ${counted(cases, 'application', 'applications')}`;
  return (
    <Link to={pathOf({ ...question, ...row.members, ...members })} title={tip}>
      {words}
    </Link>
  );
}

/** All rows and columns; `about` says in each row what they count, so that rows can be moved about. */
export function tableCsv({ rowTitle, columns, rows }: Table, about: Readonly<Record<string, string>>): string {
  return csvFile([
    [rowTitle, ...columns.map(({ title }) => title), ...Object.keys(about)],
    ...rows.map(({ title, cells }) => [title, ...cells, ...Object.values(about)]),
  ]);
}
