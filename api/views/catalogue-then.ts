import type { ReportCatalogue } from '../../domain/report-catalogue/catalogue.ts';
import type { Pin } from '../http/positions.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type ConfiguredModels, catalogueFrom } from '../saved-reports/report-catalogue.ts';
import { documentsOf } from './past-lists.ts';

/**
 * Today's catalogue of reports with the names and options as of a position. Which fields there are, and which of them
 * are personal, is decided by today's.
 */
export async function catalogueThen(
  today: ReportCatalogue,
  organizationId: string,
  past: Pin,
  readModels: ConfiguredModels & Pick<ReadModels, 'audit'>,
): Promise<ReportCatalogue> {
  const { processes, batches, assessments, paymentModels } = readModels;
  const wanted = { organizationId };
  const [configs, programs, tests, plans] = await Promise.all([
    documentsOf(processes, wanted, past, readModels),
    documentsOf(batches, wanted, past, readModels),
    documentsOf(assessments, wanted, past, readModels),
    documentsOf(paymentModels, wanted, past, readModels),
  ]);
  const then = new Map(
    catalogueFrom(configs, programs, tests, plans).fields.map((field) => [field.id, field] as const),
  );
  return {
    ...today,
    fields: today.fields.map((field) => {
      const former = then.get(field.id);
      return former ? { ...field, label: former.label, options: former.options ?? field.options } : field;
    }),
  };
}
