import { retryReadModel, skipEvent } from '../../commands/read-model/skip-event.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { dynamicNameOf } from '../projection-files/projection-folder.ts';
import { notesOf } from '../views/notes-view.ts';
import { createProjectionOverview } from '../views/projection-overview.ts';

const USUAL = 50;
/** Characters of JSON in one answer; at least one document. */
const MAX_PAGE = 2_000_000;

/** These calls are about the service, not about an organization. */
const target = async (): Promise<Target> => ({ isPublic: true });

/** The folder has been read, but the set was not applied yet. */
const UNKNOWN = {
  generation: null,
  position: '0',
  state: 'building',
  version: 0,
  fault: null,
  quarantined: { count: 0, documents: [] },
} as const;

interface FileDocument {
  readonly _id: string;
  readonly _pos?: bigint;
}

export function projectionRoutes(services: Services): readonly Route[] {
  const { engine, dynamic, environment, readModels, projectionFolder, logger } = services;
  const overview = createProjectionOverview(services);
  const isOfPortal = async (name: string) => (await engine.status()).projections.some((one) => one.name === name);
  const known = async ({ params: { name = '' } }: UncheckedRequest): Promise<Target | undefined> => {
    const isThere = (await isOfPortal(name)) || (await dynamic.status()).projections.some((one) => one.name === name);
    return isThere ? { isPublic: true } : undefined;
  };
  const rebuild = (name: string) =>
    void engine.rebuild(name).catch((error) => logger.error({ err: error, projection: name }, 'a rebuild failed'));
  return [
    route(ENDPOINTS.listProjections, {
      target,
      handle: async () => accept(await overview()),
    }),
    route(ENDPOINTS.rebuildProjection, {
      target: known,
      async handle({ params: { name }, command }) {
        if (await isOfPortal(name)) rebuild(name);
        else {
          const retried = await retryReadModel(environment, { projection: name }, command);
          if (!retried.ok) return retried;
        }
        return accept({ message: `The rebuild of ${name} has begun.` });
      },
    }),
    route(ENDPOINTS.skipEvent, {
      target: known,
      async handle({ params: { name }, body, command }) {
        const skipped = await skipEvent(environment, { ...body, projection: name }, command);
        if (!skipped.ok) return skipped;
        if (skipped.value.appended.length === 0)
          return accept({ message: `${name} leaves the event out already; its first reason stays.` });
        if (await isOfPortal(name)) rebuild(name);
        return accept({ message: `${name} leaves the event out and is being rebuilt.` });
      },
    }),
    route(ENDPOINTS.listProjectionDocuments, {
      target,
      async handle({ params, query: { after, limit = `${USUAL}` } }) {
        if (!projectionFolder.names.includes(params.name)) return reject('not-found', TEXTS.access.notFound);
        const name = dynamicNameOf(params.name);
        const { projections } = await dynamic.status();
        const status = projections.find((one) => one.name === name) ?? UNKNOWN;
        const { position, state, version, fault, quarantined } = status;
        const notes = notesOf(await readModels.skips.get(name));
        const answer = { position, state, version, fault, quarantined, notes };
        if (status.generation === null) return accept({ ...answer, documents: [], hasMore: false });
        const page = await dynamic.collection<FileDocument>({ name }).find(
          {},
          {
            limit: Number(limit) + 1,
            ...(after !== undefined && { cursor: cursorBehind({ _id: after }, undefined) }),
          },
        );
        const documents = fitting(page.documents.slice(0, Number(limit)));
        return accept({ ...answer, documents, hasMore: page.documents.length > documents.length });
      },
    }),
  ];
}

function fitting(documents: readonly FileDocument[]) {
  const taken: { _id: string; [member: string]: unknown }[] = [];
  let size = 0;
  for (const { _pos, ...document } of documents) {
    size += JSON.stringify(document).length;
    if (taken.length > 0 && size > MAX_PAGE) break;
    taken.push(document);
  }
  return taken;
}
