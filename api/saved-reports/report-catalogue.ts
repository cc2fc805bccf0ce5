import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import {
  type CatalogueOption,
  catalogueOf,
  openPart,
  type ReportCatalogue,
} from '../../domain/report-catalogue/catalogue.ts';
import { usesAdminOnly } from '../../domain/report-catalogue/check-report.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import type { ReadModels } from '../read-models/read-models.ts';

export type ConfiguredModels = Pick<ReadModels, 'processes' | 'batches' | 'assessments' | 'paymentModels'>;

const options = (documents: Named): readonly CatalogueOption[] =>
  documents
    .map(({ _id, name }) => ({ value: _id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label));

export async function loadCatalogue(
  organizationId: string,
  { processes, batches, assessments, paymentModels }: ConfiguredModels,
): Promise<ReportCatalogue> {
  const of = { organizationId };
  const [configs, programs, tests, plans] = await Promise.all([
    processes.find(of),
    batches.find(of),
    assessments.find(of),
    paymentModels.find(of),
  ]);
  return catalogueFrom(configs.documents, programs.documents, tests.documents, plans.documents);
}

type Named = readonly { readonly _id: string; readonly name: string }[];

export const catalogueFrom = (
  processes: readonly { readonly config: ProcessConfig }[],
  batches: Named,
  assessments: Named,
  paymentModels: Named,
): ReportCatalogue =>
  catalogueOf({
    processes: processes.map(({ config }) => config),
    batches: options(batches),
    assessments: options(assessments),
    paymentModels: options(paymentModels),
  });

const seesAll = (actor: Actor, organizationId: string): boolean =>
  can(actor, 'application.readAdminOnly', { organizationId });

export const catalogueFor = (actor: Actor, organizationId: string, catalogue: ReportCatalogue): ReportCatalogue =>
  seesAll(actor, organizationId) ? catalogue : openPart(catalogue);

/** Checks the reader's present rights, not those of the person who saved the report. */
export const maySee = (
  actor: Actor,
  organizationId: string,
  question: ReportQuestion,
  catalogue: ReportCatalogue,
): boolean => seesAll(actor, organizationId) || !usesAdminOnly(question, catalogue);
