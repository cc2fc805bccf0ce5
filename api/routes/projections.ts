import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route, type Target } from '../http/route.ts';
import { dynamicNameOf } from '../projection-files/projection-folder.ts';

const USUAL = 50;
/** Characters of JSON in one answer; at least one document. */
const MAX_PAGE = 2_000_000;

/** These calls are about the service, not about an organization. */
const target = async (): Promise<Target> => ({ isPublic: true });

/** The folder has been read, but the set was not applied yet. */
const UNKNOWN = { generation: null, position: '0', state: 'building', version: 0 } as const;

interface FileDocument {
  readonly _id: string;
  readonly _pos?: bigint;
}

export function projectionRoutes({ engine, dynamic, projectionFolder, logger }: Services): readonly Route[] {
  return [
    route(ENDPOINTS.listProjections, {
      target,
      handle: async () => accept([...(await engine.status()).projections]),
    }),
    route(ENDPOINTS.rebuildProjection, {
      target: async ({ params }) => {
        const { projections } = await engine.status();
        return projections.some(({ name }) => name === params.name) ? { isPublic: true } : undefined;
      },
      async handle({ params: { name } }) {
        engine.rebuild(name).catch((error) => logger.error({ err: error, projection: name }, 'a rebuild failed'));
        return accept({ message: `The rebuild of ${name} has begun.` });
      },
    }),
    route(ENDPOINTS.listProjectionDocuments, {
      target,
      async handle({ params, query: { after, limit = `${USUAL}` } }) {
        if (!projectionFolder.names.includes(params.name)) return reject('not-found', TEXTS.access.notFound);
        const name = dynamicNameOf(params.name);
        const { projections } = await dynamic.status();
        const status = projections.find((one) => one.name === name) ?? UNKNOWN;
        const { position, state, version } = status;
        if (status.generation === null) return accept({ position, state, version, documents: [], hasMore: false });
        const page = await dynamic.collection<FileDocument>({ name }).find(
          {},
          {
            limit: Number(limit) + 1,
            ...(after !== undefined && { cursor: cursorBehind({ _id: after }, undefined) }),
          },
        );
        const documents = fitting(page.documents.slice(0, Number(limit)));
        return accept({ position, state, version, documents, hasMore: page.documents.length > documents.length });
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
