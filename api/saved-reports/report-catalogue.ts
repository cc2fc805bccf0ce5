import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import {
  type CatalogueOption,
  catalogueOf,
  openPart,
  type ReportCatalogue,
} from '../../domain/report-catalogue/catalogue.ts';
import { usesAdminOnly } from '../../domain/report-catalogue/check-report.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import type { ReadModels } from '../read-models/read-models.ts';

type Named = Pick<ReadModels, 'processes' | 'batches' | 'assessments' | 'paymentModels'>;

const options = (documents: readonly { readonly _id: string; readonly name: string }[]): readonly CatalogueOption[] =>
  documents
    .map(({ _id, name }) => ({ value: _id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label));

export async function loadCatalogue(
  organizationId: string,
  { processes, batches, assessments, paymentModels }: Named,
): Promise<ReportCatalogue> {
  const of = { organizationId };
  const [configs, programs, tests, plans] = await Promise.all([
    processes.find(of),
    batches.find(of),
    assessments.find(of),
    paymentModels.find(of),
  ]);
  return catalogueOf({
    processes: configs.documents.map(({ config }) => config),
    batches: options(programs.documents),
    assessments: options(tests.documents),
    paymentModels: options(plans.documents),
  });
}

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
