import type { Response } from 'express';
import { type ImportedRow, importRows, previewImport } from '../../commands/bulk/import-rows.ts';
import { type Previewed, previewRow } from '../../commands/bulk/preview-bulk.ts';
import { readAction, startBulk, undoBulk } from '../../commands/bulk/start-bulk.ts';
import { countEmails } from '../../commands/email/count-emails.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import type { Bulk } from '../contract/bulk.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { id as idSchema } from '../contract/values.ts';
import { recordForeignIds } from '../http/record-answer.ts';
import type { RequestContext } from '../http/request-context.ts';
import { noteUnsent, type Route, route, type UncheckedRequest } from '../http/route.ts';
import { settle } from '../http/settle.ts';
import { paceOfRequest } from '../runtime/requests-under-way.ts';
import { bulksView, bulkView, previewView } from '../views/bulk-view.ts';

const LIST_LENGTH = 20;
const LEADS_TO = [
  'ApplicationRemoved',
  'StatusChanged',
  'AdminAssigned',
  'DetailsSaved',
  'EmailRequested',
  'EmailCancelled',
].map((type) => ({ type }));

const withStatus = <Row extends { readonly status?: string | null | undefined }>({ status = null, ...row }: Row) => ({
  ...row,
  status,
});

const rowView = ({ errors, ...row }: ImportedRow) => ({ ...row, errors: [...errors] });

export function bulkRoutes(services: Services): readonly Route[] {
  const { environment, engine, readModels, logger, privacy } = services;
  const { applications, bulks } = readModels;

  const target = async ({ params: { id } }: UncheckedRequest) => {
    if (!idSchema.safeParse(id).success) return undefined;
    const document = await bulks.latest(id as string);
    return document && { document, organizationId: document.organizationId };
  };
  interface Exchange {
    readonly context: RequestContext;
    readonly response: Response;
  }
  /** By the read model with the smallest documents, because a bulk change names thousands. */
  async function recordForeignApplications(exchange: Exchange, ids: readonly string[]): Promise<void> {
    const found = await readModels.applicants.getMany([...new Set(ids)]);
    const ownerOf = new Map(found.map(({ _id, organizationId }) => [_id, organizationId]));
    recordForeignIds(
      exchange,
      ids.map((id) => ({ organizationId: ownerOf.get(id) })),
    );
  }
  async function recordForeignBatch(exchange: Exchange, batchId: string): Promise<void> {
    recordForeignIds(exchange, [{ organizationId: (await readModels.batches.get(batchId))?.organizationId }]);
  }

  const pace = paceOfRequest(services.requests.counts);

  return [
    route(ENDPOINTS.listBulks, {
      async handle({ target: { organizationId } }) {
        if (!organizationId) return accept([]);
        const newest = { sort: { by: 'startedAt', descending: true }, limit: LIST_LENGTH } as const;
        const { documents } = await bulks.find({ organizationId }, newest);
        return accept(await bulksView(documents, readModels));
      },
    }),

    route(ENDPOINTS.startBulk, {
      emails: ({ body: { action, applicationIds }, context: { actor } }) =>
        countEmails(environment, actor, action.kind === 'template' ? new Set(applicationIds).size : 0),
      async decide({ body, target: { organizationId }, context, response, command }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        await recordForeignApplications({ context, response }, body.applicationIds);
        const started = await startBulk(environment, { ...body, organizationId }, command);
        // Later log lines carry the id of the bulk change.
        if (started.ok) logger.info({ bulkId: started.value.id }, 'bulk change started');
        return started;
      },
      view: async ({ id }) => bulkView(await bulks.written(id), readModels),
    }),

    route(ENDPOINTS.previewBulk, {
      input: () => null,
      async handle({
        body: { action: wanted, applicationIds },
        target: { organizationId },
        context,
        response,
        command,
      }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        await recordForeignApplications({ context, response }, applicationIds);
        const action = await readAction(environment, { organizationId, action: wanted });
        if (!action.ok) return action;
        const ids = [...new Set(applicationIds)];
        const found = (await applications.getMany(ids)).filter((one) => one.organizationId === organizationId);
        const documents = new Map(found.map((document) => [document._id, document]));
        const previewed = await Promise.all(
          ids.map((applicationId): Previewed | Promise<Previewed> => {
            const state = documents.get(applicationId);
            return state
              ? previewRow(environment, action.value, { applicationId, state }, command)
              : { applicationId, outcome: 'refused', reason: TEXTS.access.notFound };
          }),
        );
        return accept(await previewView(action.value, previewed, documents, readModels));
      },
    }),

    route(ENDPOINTS.startImport, {
      // How many rows follow is not known yet.
      needsConfirmation: ({ body: { sendsEmails } }) => sendsEmails,
      async decide({ body, target: { organizationId }, context, response, command }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        await recordForeignBatch({ context, response }, body.batchId);
        const action = { kind: 'import', ...body } as const;
        const started = await startBulk(environment, { organizationId, action, applicationIds: [] }, command);
        if (started.ok) logger.info({ bulkId: started.value.id }, 'import started');
        return started;
      },
      view: async ({ id }) => bulkView(await bulks.written(id), readModels),
    }),

    route(ENDPOINTS.previewImport, {
      input: () => null,
      async handle({ body: { batchId, rows }, target: { organizationId }, context, response, command }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        await recordForeignBatch({ context, response }, batchId);
        const wanted = { organizationId, batchId, rows: rows.map(withStatus), pace };
        const previewed = await previewImport(environment, wanted, command);
        return previewed.ok ? accept(previewed.value.map(rowView)) : previewed;
      },
    }),

    route(ENDPOINTS.importRows, {
      target,
      emails({ body: { rows }, context: { actor }, target: { document } }) {
        const isSending = document.action.kind === 'import' && document.action.sendsEmails;
        return countEmails(environment, actor, isSending ? rows.length : 0);
      },
      async decide({ params: { id: bulkId }, body: { rows }, response, command }) {
        const wanted = { bulkId, rows: rows.map(withStatus), erase: privacy.eraseApplications, pace };
        const imported = await importRows(environment, wanted, command);
        if (imported.ok)
          noteUnsent(response, imported.value.rows.filter(({ outcome }) => outcome !== 'imported').length);
        return imported;
      },
      async view({ rows }, { params: { id } }) {
        const [bulk] = await bulksView([await bulks.written(id)], readModels);
        return { bulk: bulk as Bulk, rows: rows.map(rowView) };
      },
    }),

    route(ENDPOINTS.getBulk, {
      target,
      async handle({ target: { document }, response }) {
        // The applications that it reports as changed must be readable.
        await settle(engine, response, { position: document._pos ?? 0n, appended: [], events: LEADS_TO });
        return accept(await bulkView(document, readModels));
      },
    }),

    route(ENDPOINTS.undoBulk, {
      target,
      // It destroys the keys of the imported people.
      needsConfirmation: ({ target: { document } }) => document.action.kind === 'import',
      decide: ({ params: { id }, command }) => undoBulk(environment, id, command),
      view: async (_undone, { params: { id } }) => bulkView(await bulks.written(id), readModels),
    }),
  ];
}
