import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { categoryOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type AuditDocument, auditKey, auditPrefix, auditStart } from '../../projections/audit.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { auditIdOf, auditView } from '../views/audit-view.ts';
import { AUDITED } from '../views/audited.ts';

const USUAL = 50;
/** Per page: a filter without matches must not read the whole log. */
const MOST_READ = 5000;

interface Wanted {
  readonly kind?: string | undefined;
  readonly documentId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly type?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: string | undefined;
}

export function auditRoutes({ log, readModels, positions }: Services): readonly Route[] {
  return [
    route(ENDPOINTS.listAudit, {
      async handle({ query, target: { organizationId } }) {
        if (!organizationId) return accept([]);
        const after = query.after === undefined ? undefined : auditIdOf(query.after, organizationId, positions);
        if (query.after !== undefined && after === undefined) {
          return reject('malformed', TEXTS.requests.entryUnknown, [
            { field: 'after', message: TEXTS.requests.entryUnknown },
          ]);
        }
        const entries = await find(readModels.audit, organizationId, { ...query, after });
        return accept(await auditView(entries, { log, readModels, positions }));
      },
    }),
  ];
}

async function find(
  audit: Services['readModels']['audit'],
  organizationId: string,
  { kind, documentId, actorId, type, from, to, after, limit: wanted }: Wanted,
): Promise<readonly AuditDocument[]> {
  const limit = wanted === undefined ? USUAL : Number(wanted);
  const prefix = auditPrefix(organizationId);
  const start = auditStart(organizationId, to ?? null);
  const isTold = ({ stream, byActor, byType }: AuditDocument) =>
    (kind === undefined || categoryOf(stream) === kind) &&
    (actorId === undefined || byActor === auditKey(organizationId, actorId)) &&
    (type === undefined || byType === auditKey(organizationId, type));
  const found: AuditDocument[] = [];
  let behind = after !== undefined && after > start ? after : start;
  for (let read = 0; read < MOST_READ; ) {
    const { documents } = await audit.find(filterOf(), { limit, cursor: cursorBehind({ _id: behind }, undefined) });
    for (const entry of documents) {
      const isOver = !entry._id.startsWith(prefix) || (from !== undefined && Date.parse(entry.at) < Date.parse(from));
      if (isOver || found.length === limit) return found;
      if (isTold(entry)) found.push(entry);
    }
    const last = documents.at(-1);
    if (!last || documents.length < limit) return found;
    behind = last._id;
    read += documents.length;
  }
  return found;

  function filterOf(): Filter {
    if (documentId !== undefined) return { stream: [...AUDITED.keys()].map((category) => `${category}-${documentId}`) };
    if (actorId !== undefined) return { byActor: auditKey(organizationId, actorId) };
    return type === undefined ? {} : { byType: auditKey(organizationId, type) };
  }
}
