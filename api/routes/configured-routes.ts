import type { z } from 'zod';
import type { CommandContext } from '../../commands/context/context.ts';
import { type ChangeDocument, changeDocument } from '../../commands/documents/change-document.ts';
import { createDocument } from '../../commands/documents/create-document.ts';
import { deleteDocument } from '../../commands/documents/delete-document.ts';
import type { JsonObject } from '../../commands/handling/diff-document.ts';
import type { Environment } from '../../commands/handling/environment.ts';
import { type Handled, load } from '../../commands/handling/handle.ts';
import type { ConfiguredState } from '../../domain/configuration/configured-document.ts';
import type { Aggregate, AnyCommand } from '../../domain/event-sourcing/aggregate.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ConfiguredHead } from '../../projections/configured-documents.ts';
import type { Services } from '../composition/services.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { organizationInBody } from '../http/current-organization.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import type { Configured } from '../kinds/kinds.ts';
import type { History } from '../read-models/read-models.ts';
import { kindRoutes, type RestoreCall, type VersionsCall } from './kind-routes.ts';

export interface ConfiguredTarget<Doc> extends Target {
  readonly document: Doc;
}

type Body = z.ZodType<JsonObject & { readonly version?: number | null }>;

export interface ConfiguredCalls<Details, Event extends AnyEvent, State extends ConfiguredState<Details>, Doc, View> {
  readonly kind: Configured<Details, Event, State>;
  readonly readModel: History<Doc & ConfiguredHead>;
  readonly create: Endpoint<z.ZodType, z.ZodType, Body, z.ZodType<View, View>>;
  readonly change: Endpoint<z.ZodType<{ id: string }>, z.ZodType, Body, z.ZodType<View, View>>;
  /** Absent for kinds that are never deleted. */
  readonly remove?: Endpoint<z.ZodType<{ id: string }>, z.ZodType, z.ZodType, z.ZodType<{ message: string }>>;
  readonly versions: VersionsCall;
  readonly restore: RestoreCall<View>;
  readonly view: (document: Doc & ConfiguredHead, context: RequestContext) => View | Promise<View>;
  readonly deleted?: string;
  readonly usedBy?: (document: Doc & ConfiguredHead) => Promise<readonly string[]>;
  /** Replaces the generic commands of a PUT and a DELETE. */
  readonly commands?: {
    readonly change: (input: ChangeDocument, context: CommandContext) => Promise<Result<Handled<State, Event>>>;
    readonly remove: (input: { id: string }, context: CommandContext) => Promise<Result<Handled<State, Event>>>;
  };
  /** Whether a new document or a change needs a confirmation; `document` is null for a new one. */
  readonly needsConfirmation?: (body: JsonObject, document: (Doc & ConfiguredHead) | null) => boolean;
  /** Checks files and other documents, and may change what is stored; `document` is null for a new one. */
  readonly prepare?: (
    body: JsonObject,
    about: {
      readonly organizationId: string;
      readonly document: (Doc & ConfiguredHead) | null;
      readonly context: RequestContext;
    },
  ) => Promise<Result<JsonObject>>;
}

/** For every member of its organization; deleted documents are absent. */
export const configuredTarget =
  <Doc>(readModel: History<Doc & ConfiguredHead>) =>
  async ({ params }: UncheckedRequest): Promise<ConfiguredTarget<Doc & ConfiguredHead> | undefined> => {
    const document = await readModel.get(params.id as string);
    return document && !document.isDeleted ? { document, organizationId: document.organizationId } : undefined;
  };

type Deletable = { readonly kind: 'deleted'; readonly organizationId: string } | { readonly kind: string };

/** What is deleted: a repetition of its deletion has the first answer. */
export const deletedTarget =
  <State extends Deletable, Event extends AnyEvent, Command extends AnyCommand>(
    environment: Environment,
    aggregate: Aggregate<State, Event, Command>,
  ) =>
  async ({ params }: UncheckedRequest): Promise<Target | undefined> => {
    const { state } = await load(environment, aggregate, params.id as string);
    return state.kind === 'deleted' && 'organizationId' in state ? { organizationId: state.organizationId } : undefined;
  };

export function configuredRoutes<Details, Event extends AnyEvent, State extends ConfiguredState<Details>, Doc, View>(
  services: Services,
  calls: ConfiguredCalls<Details, Event, State, Doc, View>,
): readonly Route[] {
  const { environment, readModels } = services;
  const {
    change,
    versions,
    restore,
    commands,
    readModel,
    view,
    usedBy = async () => [],
    prepare = async (body) => accept(body),
    needsConfirmation,
  } = calls;
  const { definition } = calls.kind;
  const target = configuredTarget(readModel);
  const written = async (id: string, context: RequestContext) => view(await readModel.written(id), context);

  const writing = [
    route(calls.create, {
      targetInBody: organizationInBody(readModels.organizations),
      input: ({ body: { version, organizationId, ...sent } }) => sent,
      ...(needsConfirmation && {
        needsConfirmation: ({ body }: { readonly body: JsonObject }) => needsConfirmation(body, null),
      }),
      async decide({ body: { version, organizationId: _named, ...sent }, context, target, command }) {
        const { organizationId } = target;
        if (!organizationId) return reject('forbidden', TEXTS.access.notAllowed);
        const prepared = await prepare(sent, { organizationId, document: null, context });
        if (!prepared.ok) return prepared;
        const created = await createDocument(
          environment,
          definition,
          { organizationId, details: prepared.value },
          command,
        );
        // A repeated command whose document has been deleted since.
        const isGone = created.ok && (await readModel.latest(created.value.id)) === undefined;
        return isGone ? reject('not-found', TEXTS.access.notFound) : created;
      },
      view: ({ id }, { context }) => written(id, context),
    }),
    route(change, {
      target,
      ...(needsConfirmation && {
        needsConfirmation: ({
          body,
          target: { document },
        }: {
          readonly body: JsonObject;
          readonly target: ConfiguredTarget<Doc & ConfiguredHead>;
        }) => needsConfirmation(body, document),
      }),
      async decide({ params: { id }, body, context, target: { document }, command }) {
        const { version = null, organizationId: _fixed, ...sent } = body;
        const { organizationId } = document;
        const prepared = await prepare(sent, { organizationId, document, context });
        if (!prepared.ok) return prepared;
        const payload = { ...prepared.value, version };
        return commands
          ? commands.change({ id, payload }, command)
          : changeDocument(environment, definition, { id, payload }, command);
      },
      view: ({ id }, { context }) => written(id, context),
    }),
    ...kindRoutes(services, calls.kind, { change, versions, restore, view: written }),
  ];
  if (!calls.remove) return writing;
  const removing = route(calls.remove, {
    target: async (unchecked): Promise<Target | undefined> =>
      (await target(unchecked)) ?? deletedTarget(environment, definition.aggregate)(unchecked),
    async decide({ params: { id }, command }) {
      if (commands) return commands.remove({ id }, command);
      const document = await readModel.get(id);
      return deleteDocument(environment, definition, { id, usedBy: document ? await usedBy(document) : [] }, command);
    },
    view: () => ({ message: calls.deleted ?? TEXTS.documents.deleted }),
  });
  return [...writing, removing];
}
