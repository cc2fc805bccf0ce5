import { ASSESSMENTS } from '../../commands/assessment/assessment-kind.ts';
import { changeBatch } from '../../commands/batch/change-batch.ts';
import type { CommandContext } from '../../commands/context/context.ts';
import { changeDocument } from '../../commands/documents/change-document.ts';
import type { ConfiguredKind } from '../../commands/documents/configured-kind.ts';
import { changeEmailTemplate } from '../../commands/email-template/change-email-template.ts';
import { EMAIL_TEMPLATES } from '../../commands/email-template/email-template-kind.ts';
import { lookUpFiles } from '../../commands/file/referred-files.ts';
import type { JsonObject } from '../../commands/handling/diff-document.ts';
import type { Handled } from '../../commands/handling/handle.ts';
import { changeOrganization } from '../../commands/organization/change-organization.ts';
import { PAYMENT_MODELS } from '../../commands/payment-model/payment-model-kind.ts';
import { changeProcess } from '../../commands/process/save-process.ts';
import { REPORTS } from '../../commands/saved-report/report-kind.ts';
import { WEBHOOKS } from '../../commands/webhook/webhook-kind.ts';
import { changeWebhook, type WebhookEnvironment } from '../../commands/webhook/write-webhook.ts';
import { batch } from '../../domain/batch/batch.ts';
import type { ConfiguredState } from '../../domain/configuration/configured-document.ts';
import { readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Happened } from '../../domain/event-sourcing/event.ts';
import type { FileTarget } from '../../domain/file/targets.ts';
import { organization } from '../../domain/organization/organization.ts';
import { processConfig } from '../../domain/process/process.ts';
import { assessments } from '../../projections/assessments.ts';
import { batches } from '../../projections/batches.ts';
import type { Document } from '../../projections/document-store/port.ts';
import { emailTemplates } from '../../projections/email-templates.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { organizations } from '../../projections/organizations.ts';
import { paymentModels } from '../../projections/payment-models.ts';
import { type ProcessDocument, processes } from '../../projections/processes.ts';
import { reports } from '../../projections/reports.ts';
import { webhooks } from '../../projections/webhooks.ts';
import { withUnchanged } from './built-in-templates.ts';

/** The restorable part of a document: no ids, no derived members, no secrets. */
export interface Kind<State, Event> {
  readonly aggregate: {
    readonly category: string;
    readonly commands: readonly string[];
    readonly initial: State;
    readonly evolve: (state: State, event: Happened<Event>) => State;
  };
  readonly organizationOf: (state: State, id: string) => string | null;
  readonly documentOf: (state: State) => JsonObject | null;
  /** The body of a PUT that restores it; default: the document. */
  readonly bodyOf?: (document: JsonObject) => JsonObject;
  /** The PUT of its kind with all of today's rules; `version` is the one that it was compared with. */
  readonly put: (environment: PutEnvironment, change: Put, context: CommandContext) => Promise<Result<Written>>;
  /** An organization's documents with the names by which the audit log's search finds them; default: their `name`. */
  namesOf?(stored: readonly Document[], organizationId: string): readonly Named[];
}

export interface Named {
  readonly _id: string;
  readonly name: string | null;
}

type Written = Pick<Handled<unknown, AnyEvent>, 'position' | 'appended' | 'events'>;
type PutEnvironment = Parameters<typeof changeOrganization>[0] & WebhookEnvironment;

interface Put {
  readonly id: string;
  /** Parsed by the PUT's contract. */
  readonly document: JsonObject;
  readonly version: number;
  readonly organizationId: string;
  readonly standing: JsonObject | null;
}

const kindOf = <State, Event extends AnyEvent, Stored extends AnyProjection>(
  kind: Kind<State, Event> & { readonly projection: Stored },
) => kind;

interface Particulars {
  /** Members with the id of a vault entry, which was deleted with its version. */
  readonly secrets?: readonly string[];
  readonly fixed?: readonly string[];
  /** It refers to files; those of an old version may be deleted. */
  readonly filesOf?: FileTarget;
  readonly change?: Kind<never, never>['put'];
  readonly namesOf?: Kind<never, never>['namesOf'];
}

export interface Configured<Details, Event extends AnyEvent, State extends ConfiguredState<Details>>
  extends Kind<State, Event> {
  readonly definition: ConfiguredKind<Details, Event, State>;
}

const configured = <
  Details,
  Event extends AnyEvent,
  State extends ConfiguredState<Details>,
  Stored extends AnyProjection,
>(
  definition: ConfiguredKind<Details, Event, State>,
  projection: Stored,
  { secrets = [], fixed = [], filesOf, change, namesOf }: Particulars = {},
): Configured<Details, Event, State> & { readonly projection: Stored } => ({
  definition,
  projection,
  aggregate: definition.aggregate,
  organizationOf: ({ kind, organizationId }) => (kind === 'nothing' ? null : organizationId),
  documentOf: (state) =>
    state.kind === 'document' ? without(state.details as JsonObject, [...secrets, ...fixed]) : null,
  async put(environment, restoring, context) {
    const { id, document, version, organizationId, standing } = restoring;
    if (filesOf !== undefined) {
      const files = await lookUpFiles(environment, document);
      const checked = files.check(document, { organizationId, target: filesOf, id, holds: standing });
      if (!checked.ok) return checked;
    }
    return change
      ? change(environment, restoring, context)
      : changeDocument(environment, definition, { id, payload: { ...document, version } }, context);
  },
  namesOf,
});

const ownTemplates = configured(EMAIL_TEMPLATES, emailTemplates, {
  fixed: ['builtIn'],
  filesOf: 'emailTemplate',
  change: (environment, { id, document, version }, context) =>
    changeEmailTemplate(environment, { id, payload: { ...document, version } }, context),
  namesOf: withUnchanged,
});

const without = (document: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([member]) => !members.includes(member)));

/** Read models, limits per organization, versions, restoring, the audit log, its search and metrics follow from an entry. */
export const KINDS = {
  organizations: kindOf({
    projection: organizations,
    aggregate: organization,
    organizationOf: ({ exists }, id) => (exists ? id : null),
    documentOf: ({ exists, details }) => (exists ? { ...details } : null),
    put: (environment, { id, document, version }, context) =>
      changeOrganization(environment, { organizationId: id, payload: { ...document, version } }, context),
  }),
  batches: kindOf({
    projection: batches,
    aggregate: batch,
    organizationOf: ({ exists, organizationId }) => (exists ? organizationId : null),
    documentOf: ({ exists, details, status }) => (exists ? { ...details, status } : null),
    put: (environment, { id, document, version }, context) =>
      changeBatch(environment, { batchId: id, payload: { ...document, version } }, context),
  }),
  processes: kindOf({
    projection: processes,
    aggregate: processConfig,
    organizationOf: (state) => (state.kind === 'nothing' ? null : state.organizationId),
    documentOf: (state) => (state.kind === 'process' ? { ...state.config } : null),
    bodyOf: (document) => ({ json: JSON.stringify(document) }),
    // Without a version the text replaces the whole config.
    put: (environment, { id, document: { json } }, context) =>
      changeProcess(environment, { processId: id, json }, context),
    namesOf: (stored: readonly ProcessDocument[]) =>
      stored.map(({ _id, config: { label = null } }) => ({ _id, name: label })),
  }),
  paymentModels: configured(PAYMENT_MODELS, paymentModels),
  emailTemplates: {
    ...ownTemplates,
    // The portal's built-in templates exist before their first event.
    organizationOf: (state, id) =>
      ownTemplates.organizationOf(state, id) ?? readBuiltInTemplateId(id)?.organizationId ?? null,
  } satisfies typeof ownTemplates,
  assessments: configured(ASSESSMENTS, assessments, { secrets: ['messagingSecretId'], filesOf: 'assessment' }),
  webhooks: configured(WEBHOOKS, webhooks, {
    secrets: ['secretId', 'formerSecret'],
    change: (environment, { id, document, version }, context) =>
      changeWebhook(environment, { id, payload: { ...document, version } }, context),
  }),
  // Restoring a former question does not change whether the report is pinned.
  reports: configured(REPORTS, reports, { fixed: ['isPinned'] }),
} as const;
