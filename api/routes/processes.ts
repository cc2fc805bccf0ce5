import { mayRenameAnswers } from '../../commands/process/rename-answers.ts';
import { changeProcess, createProcess, deleteProcess, previewProcess } from '../../commands/process/save-process.ts';
import { can } from '../../domain/access/policy.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { viewerPart } from '../../domain/process/parts.ts';
import { processConfig } from '../../domain/process/process.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ProcessDocument } from '../../projections/processes.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { ProcessBlob } from '../contract/processes.ts';
import { organizationInBody } from '../http/current-organization.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { KINDS } from '../kinds/kinds.ts';
import { documentsOf } from '../views/past-lists.ts';
import { processImpact } from '../views/process-impact.ts';
import { processView } from '../views/process-view.ts';
import { deletedTarget } from './configured-routes.ts';
import { kindRoutes } from './kind-routes.ts';

const IMPACT_CHANGED = [{ field: 'impact', message: TEXTS.processes.impactChanged }];

interface ProcessTarget extends Target {
  readonly document: ProcessDocument;
}

export function processRoutes(services: Services): readonly Route[] {
  const { environment, readModels, logger } = services;
  const { processes, batches } = readModels;
  const target = async ({ params }: UncheckedRequest): Promise<ProcessTarget | undefined> => {
    const document = await processes.get(params.id as string);
    if (!document) return undefined;
    const open = await batches.find({ processId: document._id, status: 'Open' }, { limit: 1 });
    return { document, organizationId: document.organizationId, isPublic: open.documents.length > 0 };
  };

  return [
    route(ENDPOINTS.listProcesses, {
      async handle({ past, context: { actor }, target: { organizationId } }) {
        if (!organizationId) return accept([]);
        const wanted = { organizationId, removal: 'ProcessDeleted' };
        const documents = await documentsOf(processes, wanted, past, readModels);
        const byLabel = documents.toSorted((one, other) => one.config.label.localeCompare(other.config.label));
        if (can(actor, 'application.readAdminOnly', { organizationId })) return accept(byLabel.map(blobOf));
        return accept(byLabel.map((document) => blobOf({ ...document, config: viewerPart(document.config) })));
      },
    }),
    route(ENDPOINTS.createProcess, {
      targetInBody: organizationInBody(readModels.organizations),
      input: ({ body: { json } }) => ({ json }),
      async decide({ body: { json }, target: { organizationId }, command }) {
        if (!organizationId) return reject('forbidden', TEXTS.access.notAllowed);
        return createProcess(environment, { organizationId, json }, command);
      },
      view: (saved) => blobFrom(saved),
    }),
    route(ENDPOINTS.getProcess, {
      target,
      async handle({ query: { applicationId, version }, asOf, context: { actor }, target: { document } }) {
        if (version !== undefined) {
          const { _id, organizationId } = document;
          const isStaff = can(actor, 'process.read', { organizationId });
          const then = isStaff ? await processes.asOf(_id, Number(version)) : undefined;
          if (!then) return reject('not-found', TEXTS.access.notFound);
          const seesAll = can(actor, 'application.readAdminOnly', { organizationId });
          return accept(JSON.stringify(seesAll ? then.config : viewerPart(then.config)));
        }
        const view = await processView(document, actor, { readModels, logger }, { applicationId, asOf });
        return view ? accept(JSON.stringify(view)) : reject('not-found', TEXTS.access.notFound);
      },
    }),
    route(ENDPOINTS.changeProcess, {
      target,
      async decide({ params: { id: processId }, body, command }) {
        const { json, version = null, impact = null, renames = [] } = body;
        return changeProcess(environment, { processId, json, version, renames }, command, async (preview) => {
          const change = { ...preview, renames };
          if (impact !== null) {
            const { token } = await processImpact(processId, change, readModels);
            if (token !== impact) return reject('conflict', TEXTS.processes.impactChanged, IMPACT_CHANGED);
          }
          return mayRenameAnswers(environment, processId, change, command);
        });
      },
      view: (saved) => blobFrom(saved),
    }),
    route(ENDPOINTS.getProcessImpact, {
      target,
      input: () => null,
      async handle({ params: { id: processId }, body: { json, version, renames = [] }, command }) {
        const preview = await previewProcess(environment, { processId, json, version: version ?? null }, command);
        if (!preview.ok) return preview;
        return accept(await processImpact(processId, { ...preview.value, renames }, readModels));
      },
    }),
    route(ENDPOINTS.deleteProcess, {
      // A repetition has the first answer.
      target: async (unchecked): Promise<Target | undefined> =>
        (await target(unchecked)) ?? deletedTarget(environment, processConfig)(unchecked),
      decide: ({ params: { id: processId }, command }) => deleteProcess(environment, { processId }, command),
      view: () => ({ message: TEXTS.processes.deleted }),
    }),
    ...kindRoutes(services, KINDS.processes, {
      change: ENDPOINTS.changeProcess,
      versions: ENDPOINTS.processVersions,
      restore: ENDPOINTS.restoreProcess,
      view: async (id) => blobOf(await processes.written(id)),
    }),
  ];
}

export const blobOf = ({ _id, version, config }: ProcessDocument): ProcessBlob => ({
  _id,
  version,
  json: JSON.stringify(config),
});

type Saved = Extract<Awaited<ReturnType<typeof createProcess>>, { ok: true }>['value'];

function blobFrom({ id, revision, state }: Saved): ProcessBlob {
  if (state.kind !== 'process') throw new Error(`The process ${id} was saved but is not a process`);
  return { _id: id, version: revision, json: JSON.stringify(state.config) };
}
