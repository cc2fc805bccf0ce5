import type { ConfiguredState } from '../../domain/configuration/configured-document.ts';
import type { Wanted } from '../../domain/configuration/field-rules.ts';
import type { Aggregate, AnyCommand } from '../../domain/event-sourcing/aggregate.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { NO_STREAM } from '../event-store/port.ts';
import type { JsonObject } from '../handling/diff-document.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import type { ConfiguredKind } from './configured-kind.ts';

export interface CreateDocument {
  readonly organizationId: string;
  readonly details: JsonObject;
  /** For the portal's own documents; others derive the id from the command's. */
  readonly id?: string;
}

export async function refusalOfDocument<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Environment,
  aggregate: Aggregate<State, Event, Command>,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  { most, message } = USUAL_LIMIT,
): Promise<Result<never> | null> {
  if ((await environment.queries.countDocuments(aggregate.category, organizationId)) < most) return null;
  const { revision } = await load(environment, aggregate, id);
  return revision === NO_STREAM ? reject('refused', message) : null;
}

const { documentsOfOneKind } = QUOTAS.organization;
const USUAL_LIMIT: NonNullable<ConfiguredKind<object>['limit']> = {
  most: documentsOfOneKind,
  message: TEXTS.quotas.documents(documentsOfOneKind),
};

export async function createDocument<Details, Event extends AnyEvent, State extends ConfiguredState<Details>>(
  environment: Environment,
  { aggregate, limit, read = (sent) => sent }: ConfiguredKind<Details, Event, State>,
  { organizationId, details: sent, id }: CreateDocument,
  context: CommandContext,
): Promise<Result<Handled<State, Event>>> {
  const { category } = aggregate;
  const details = read(sent, (label) => uuidV5(context.commandId, label)) as Wanted<Details>;
  const create = { type: 'Create', data: { organizationId, details } } as const;
  const documentId = id ?? uuidV5(context.commandId, category);
  const full = await refusalOfDocument(environment, aggregate, { organizationId, id: documentId }, limit);
  if (full) return full;
  return handle(environment, aggregate, documentId, [create], { ...context, organizationId });
}
