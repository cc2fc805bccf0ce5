import { z } from 'zod';

const reportFilterSchema = z.object({
  courses: z.string().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  weeks: z.tuple([z.int(), z.int()]).readonly().optional(),
});

/** The answer of every report (`domain/reports/report.ts`). */
export const reportSchema = z.object({
  name: z.string(),
  version: z.int(),
  title: z.string(),
  rowTitle: z.string(),
  rule: z.string(),
  weekRule: z.string().nullable(),
  zone: z.string(),
  range: z.object({ from: z.iso.date(), to: z.iso.date() }),
  position: z.string(),
  filter: reportFilterSchema,
  columns: z.array(z.object({ key: z.string(), title: z.string(), filter: reportFilterSchema })).readonly(),
  rows: z
    .array(
      z.object({
        key: z.string(),
        title: z.string(),
        filter: reportFilterSchema,
        note: z.string().nullable(),
        cells: z.array(z.number().nullable()).readonly(),
      }),
    )
    .readonly(),
  totals: z.array(z.number().nullable()).readonly(),
  sentence: z.string(),
});
