import { type ReactNode, useEffect, useState } from 'react';
import { createTableSchedule, TableScheduleProvider } from './table-schedule.ts';

/** The staged tables of a page render one after the other, and only visible ones while `isLoading`. */
export function StagedTables({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  const [schedule] = useState(createTableSchedule);
  useEffect(() => schedule.begin(), [schedule]);
  useEffect(() => schedule.setLoading(isLoading), [schedule, isLoading]);
  return <TableScheduleProvider value={schedule}>{children}</TableScheduleProvider>;
}
