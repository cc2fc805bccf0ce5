import { handle } from '../../commands/handling/handle.ts';
import type { Capability } from '../../domain/access/policy.ts';
import { dataExport } from '../../domain/data-export/data-export.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type AuditDocument, auditedStreams, auditKey, auditPrefix, auditStart } from '../../projections/audit.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { recordForeignIds } from '../http/record-answer.ts';
import { type Route, route } from '../http/route.ts';
import { searchFilters } from '../views/audit-search.ts';
import { auditIdOf, auditView } from '../views/audit-view.ts';
import { notesAbout } from '../views/notes-view.ts';

const USUAL = 50;

/** A download is recorded by those who read the list. */
const READERS: ReadonlyMap<unknown, Capability> = new Map([
  ['applications', 'export.record'],
  ['payments', 'invoice.manage'],
]);

interface Filters {
  readonly kind?: string | undefined;
  readonly documentId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  readonly exclude?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Wanted extends Filters {
  readonly within?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: string | undefined;
}

export function auditRoutes(services: Services): readonly Route[] {
  const { environment, log, readModels, positions } = services;
  return [
    route(ENDPOINTS.listAudit, {
      async handle({ query, target: { organizationId }, context, response }) {
        if (!organizationId) return accept([]);
        const after = query.after === undefined ? undefined : auditIdOf(query.after, organizationId, positions);
        if (query.after !== undefined && after === undefined) {
          return reject('malformed', TEXTS.requests.entryUnknown, [
            { field: 'after', message: TEXTS.requests.entryUnknown },
          ]);
        }
        const entries = await find(services, organizationId, { ...query, after });
        if (entries.length === 0 && query.documentId !== undefined) {
          const { documents } = await readModels.audit.find({ stream: auditedStreams(query.documentId) }, { limit: 1 });
          recordForeignIds({ context, response }, [{ organizationId: documents[0]?.organizationId }]);
        }
        return accept(await auditView(entries, { log, readModels, positions }));
      },
    }),
    route(ENDPOINTS.auditNotes, {
      handle: async ({ target: { organizationId } }) =>
        accept({ notes: organizationId ? await notesAbout(readModels, ['audit'], organizationId) : [] }),
    }),
    route(ENDPOINTS.recordExport, {
      async targetInBody({ body, context: { organization } }) {
        const { list } = (body ?? {}) as { readonly list?: unknown };
        const capability = READERS.get(list) ?? 'audit.read';
        return { organizationId: organization?._id ?? null, isPublic: true, capability };
      },
      async decide({ body: { list, filters }, context, target: { organizationId }, command }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        const data = { organizationId, list, filters: recorded(filters) };
        // One stream per day and member, so that the limit of a stream also limits their exports.
        const id = `${organizationId}.${command.at.slice(0, 10)}.${context.actor.id}`;
        return handle(environment, dataExport, id, [{ type: 'RecordExport', data }], command);
      },
      view: () => ({ message: TEXTS.audit.exportRecorded }),
    }),
  ];
}

function recorded({
  exclude,
  ...filters
}: Filters & { readonly rows?: number | undefined; readonly asOf?: string | undefined }) {
  const excluded = new Set(exclude?.split(','));
  return Object.entries(filters).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [{ name, value: name === 'text' ? null : String(value), isExcluded: excluded.has(name) }],
  );
}

/** Merges one page of each source by `_id`, newest first. */
async function find(
  { readModels }: Pick<Services, 'readModels'>,
  organizationId: string,
  wanted: Wanted,
): Promise<readonly AuditDocument[]> {
  const { from, to, after } = wanted;
  const limit = wanted.limit === undefined ? USUAL : Number(wanted.limit);
  const prefix = auditPrefix(organizationId);
  const start = auditStart(organizationId, to ?? null);
  const behind = after !== undefined && after > start ? after : start;
  const cursor = cursorBehind({ _id: behind }, undefined);
  const pages = await Promise.all(
    (await sourcesOf(readModels, organizationId, wanted)).map((filter) =>
      readModels.audit.find(filter, { limit, cursor }),
    ),
  );
  const joined = new Map(pages.flatMap(({ documents }) => documents.map((entry) => [entry._id, entry] as const)));
  const isTold = ({ _id, at }: AuditDocument) =>
    _id.startsWith(prefix) && (from === undefined || Date.parse(at) >= Date.parse(from));
  return [...joined.values()]
    .filter(isTold)
    .sort((one, other) => (one._id < other._id ? -1 : 1))
    .slice(0, limit);
}

/** Each source is limited to the organization. The list contains every entry that any source finds. */
async function sourcesOf(
  readModels: Services['readModels'],
  organizationId: string,
  { kind, documentId, actorId, type, text, exclude, within }: Wanted,
): Promise<readonly Filter[]> {
  const excluded = new Set(exclude?.split(','));
  const wanted = (name: string, values: readonly string[]) => (excluded.has(name) ? { not: values } : values);
  const key = (value: string) => auditKey(organizationId, value);
  const streams = auditedStreams(documentId ?? '');
  const narrowed: Filter = {
    ...(kind === undefined ? {} : { byKind: wanted('kind', [key(kind)]) }),
    ...(actorId === undefined ? {} : { byActor: wanted('actorId', [key(actorId)]) }),
    ...(type === undefined ? {} : { byType: wanted('type', [key(type)]) }),
    ...(documentId === undefined ? {} : { stream: wanted('documentId', streams) }),
  };
  // The list of one document shows each change, including parts of bulk changes.
  const isOfOne = documentId !== undefined && !excluded.has('documentId');
  const scope: Filter =
    within !== undefined ? { within: key(within) } : isOfOne ? { organizationId } : { top: organizationId };
  if (text === undefined || text.trim() === '') return [{ ...scope, ...narrowed }];
  // For one document or one person, only changed values are searched.
  const found = (await searchFilters(text, organizationId, readModels)).filter(
    (one) => !Object.keys(narrowed).some((member) => Object.hasOwn(one, member)),
  );
  return found.map(({ top, organizationId: own, ...one }) => {
    const isOpen = within === undefined && !isOfOne;
    return {
      ...(isOpen ? { ...(top !== undefined && { top }), ...(own !== undefined && { organizationId: own }) } : scope),
      ...one,
      ...narrowed,
    };
  });
}
