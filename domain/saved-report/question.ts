import type { ReportQuestion } from './details.ts';

export const questionOf = ({ events, where, groupBy, measure }: ReportQuestion): ReportQuestion => ({
  events,
  where,
  groupBy,
  measure,
});
