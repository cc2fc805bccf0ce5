import { batch } from '../../domain/batch/batch.ts';
import { organization } from '../../domain/organization/organization.ts';
import { processConfig } from '../../domain/process/process.ts';
import { type ActivityDocument, activity } from '../../projections/activity.ts';
import { type ApplicationDocument, applications } from '../../projections/applications.ts';
import { type AssessmentDocument, assessments } from '../../projections/assessments.ts';
import { type AuditDocument, audit } from '../../projections/audit.ts';
import { type BatchDocument, batches } from '../../projections/batches.ts';
import { type BulkDocument, bulks } from '../../projections/bulks.ts';
import type { Document } from '../../projections/document-store/port.ts';
import { type EmailTemplateDocument, emailTemplates } from '../../projections/email-templates.ts';
import type { Engine, ReadModel } from '../../projections/engine/contract.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { type FileReferenceDocument, fileReferences } from '../../projections/file-references.ts';
import { type FileDocument, files } from '../../projections/files.ts';
import { type OrganizationDocument, organizations } from '../../projections/organizations.ts';
import { type PaymentAccountDocument, paymentAccounts } from '../../projections/payment-accounts.ts';
import { type PaymentModelDocument, paymentModels } from '../../projections/payment-models.ts';
import { type ProcessDocument, processes } from '../../projections/processes.ts';
import { type SolutionsDocument, solutions } from '../../projections/solutions.ts';
import { type TimersDocument, timers } from '../../projections/timers.ts';
import { type UserDocument, users } from '../../projections/users.ts';
import { type WebhookDocument, webhooks } from '../../projections/webhooks.ts';
import { withBuiltInTemplates } from './email-template-documents.ts';
import type { Memory } from './memory.ts';

/** Every read model that the program keeps; the rebuild thread folds the same. */
export const PROJECTIONS: readonly AnyProjection[] = [
  organizations,
  users,
  batches,
  processes,
  applications,
  activity,
  paymentModels,
  paymentAccounts,
  files,
  fileReferences,
  webhooks,
  assessments,
  solutions,
  timers,
  emailTemplates,
  audit,
  bulks,
];

/** Another process may have written with a clock that runs ahead. */
const CLOCKS_APART_MS = 60_000;

/** A read model that also answers how a document was at an instant (ISO-8601) or version. */
export interface History<Doc extends Document> extends ReadModel<Doc> {
  asOf(id: string, at: string | number): Promise<Doc | undefined>;
}

export interface ReadModels {
  readonly organizations: History<OrganizationDocument>;
  readonly users: History<UserDocument>;
  readonly batches: History<BatchDocument>;
  readonly processes: History<ProcessDocument>;
  readonly applications: History<ApplicationDocument>;
  readonly audit: History<AuditDocument>;
  readonly activity: History<ActivityDocument>;
  readonly paymentModels: History<PaymentModelDocument>;
  readonly paymentAccounts: History<PaymentAccountDocument>;
  readonly emailTemplates: History<EmailTemplateDocument>;
  readonly files: History<FileDocument>;
  readonly fileReferences: History<FileReferenceDocument>;
  readonly webhooks: History<WebhookDocument>;
  readonly assessments: History<AssessmentDocument>;
  readonly solutions: History<SolutionsDocument>;
  readonly timers: History<TimersDocument>;
  readonly bulks: History<BulkDocument>;
}

export function createReadModels(engine: Engine, memory: Memory): ReadModels {
  const open = <Doc extends Document>(projection: Parameters<typeof engine.asOf<Doc>>[0]): History<Doc> => ({
    ...engine.collection<Doc>(projection),
    asOf: (id, at) => engine.asOf(projection, id, at),
  });
  const remembered = <Doc extends Document>(category: string, opened: History<Doc>): History<Doc> => ({
    ...opened,
    ...memory.remember(category, opened),
  });
  const known = remembered(organization.category, open(organizations));
  return {
    organizations: known,
    users: open(users),
    batches: remembered(batch.category, open(batches)),
    processes: remembered(processConfig.category, open(processes)),
    applications: open(applications),
    audit: open(audit),
    activity: open(activity),
    paymentModels: open(paymentModels),
    paymentAccounts: open(paymentAccounts),
    emailTemplates: withBuiltInTemplates(open(emailTemplates), known),
    files: open(files),
    fileReferences: open(fileReferences),
    webhooks: open(webhooks),
    assessments: open(assessments),
    solutions: open(solutions),
    timers: open(timers),
    bulks: open(bulks),
  };
}

/** Also what is so new that the read model does not hold it yet: then from its streams. Undefined if there is no such thing. */
export const findEvenIfNew = async <Doc extends Document>(
  readModel: History<Doc>,
  id: string,
  now: number,
): Promise<Doc | undefined> =>
  (await readModel.get(id)) ?? (await readModel.asOf(id, new Date(now + CLOCKS_APART_MS).toISOString()));

/** What a command has just written. */
export async function standing<Doc extends Document>(readModel: History<Doc>, id: string, now: number): Promise<Doc> {
  const document = await findEvenIfNew(readModel, id, now);
  if (!document) throw new Error(`${id} was written, but stands in no read model and no stream`);
  return document;
}
