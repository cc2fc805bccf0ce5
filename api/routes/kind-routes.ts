import type { z } from 'zod';

import type { JsonObject } from '../../commands/handling/diff-document.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { inPlainWords } from '../../domain/text/plain-words.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type DocumentVersion, MOST_VERSIONS, MOST_VERSIONS_TEXT } from '../contract/versions.ts';
import { malformed } from '../http/problems.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { Serialised } from '../http/serialised.ts';
import { textsWithin } from '../http/texts-within.ts';
import type { Kind } from '../kinds/kinds.ts';
import { documentAt, versionsView } from '../views/versions-view.ts';

type Id = z.ZodType<{ id: string }>;

type ChangeCall = Endpoint<Id, z.ZodType, z.ZodType<JsonObject>, z.ZodType>;

export type VersionsCall = Endpoint<
  Id,
  z.ZodType<{ before?: string | undefined }>,
  z.ZodType,
  z.ZodType<DocumentVersion[], DocumentVersion[]>
>;
export type RestoreCall<View> = Endpoint<Id, z.ZodType, z.ZodType<{ version: number }>, z.ZodType<View, View>>;

interface VersionCalls<View> {
  /** Restoring obeys its rules. */
  readonly change: ChangeCall;
  readonly versions: VersionsCall;
  readonly restore: RestoreCall<View>;
  readonly view: (id: string, context: RequestContext, appended: readonly AnyEvent[]) => Promise<View>;
  /** Default: everyone sees that it exists who belongs to its organization. */
  readonly isSeen?: (request: UncheckedRequest) => Promise<boolean>;
}

/** They read the streams, so deleted documents keep their versions. */
export function kindRoutes<State, Event extends AnyEvent, View>(
  { environment, log, readModels }: Services,
  kind: Kind<State, Event>,
  { change, versions, restore, view, isSeen = async () => true }: VersionCalls<View>,
): readonly Route[] {
  const { category, initial, evolve } = kind.aggregate;
  const eventsOf = async (id: string) =>
    (await log.readStream(streamOf(category, id))) as unknown as readonly Recorded<Event>[];
  const target = async (request: UncheckedRequest): Promise<Target | undefined> => {
    const { id = '' } = request.params;
    if (!(await isSeen(request))) return undefined;
    const state = (await eventsOf(id)).reduce(evolve, initial);
    const organizationId = kind.organizationOf(state, id);
    return organizationId === null ? undefined : { organizationId };
  };

  return [
    route(versions, {
      target,
      async handle({ params: { id }, query: { before } }) {
        const page = { before: before === undefined ? Number.POSITIVE_INFINITY : Number(before), most: MOST_VERSIONS };
        const found = await versionsView(kind, await eventsOf(id), page, readModels);
        const texts = await textsWithin(found, MOST_VERSIONS_TEXT);
        return accept(new Serialised<DocumentVersion[]>(`[${texts.join()}]`));
      },
    }),
    route(restore, {
      target,
      async decide({ params: { id }, body, target: { organizationId = null }, command }) {
        const events = await eventsOf(id);
        const before = documentAt(kind, events, body.version);
        if (!before) {
          const message = TEXTS.documents.versionUnknown;
          return reject('refused', message, [{ field: 'version', message }]);
        }
        const document = bodyFor(change, kind.bodyOf?.(before) ?? before);
        if (!document.ok) return document;
        const version = events.at(-1)?.revision ?? 0;
        const restoring = {
          id,
          document: document.value,
          version,
          organizationId: organizationId ?? '',
          standing: documentAt(kind, events, version),
        };
        return kind.put(environment, restoring, command);
      },
      view: ({ appended }, { params: { id }, context }) => view(id, context, appended),
    }),
  ];
}

function bodyFor({ body }: ChangeCall, document: JsonObject): Result<JsonObject> {
  const parsed = body?.safeParse(document, { error: inPlainWords });
  if (!parsed) return accept(document);
  if (parsed.success) return accept(parsed.data);
  const refused = malformed(parsed.error);
  return refused.ok ? refused : { ok: false, rejection: { ...refused.rejection, code: 'refused' } };
}
