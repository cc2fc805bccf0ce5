import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Table } from '../../../../domain/reports/table.ts';
import { downloadText } from '../files/download.ts';
import classes from './figure.module.css';
import { tableCsv } from './number-table.tsx';

/** What a table says, and its file. */
export function FigureHead({
  file,
  table,
  about,
  children,
}: {
  file: string;
  table: Table;
  about: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  return (
    <div className={classes.head}>
      {children}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => downloadText(`${file}.csv`, 'text/csv', tableCsv(table, about))}
      >
        Download CSV
      </Button>
    </div>
  );
}
