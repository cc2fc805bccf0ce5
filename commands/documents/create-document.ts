import type { ConfiguredState } from '../../domain/configured-document.ts';
import type { Result } from '../../domain/decision.ts';
import type { AnyEvent } from '../../domain/event.ts';
import type { Wanted } from '../../domain/field-rules.ts';
import type { CommandContext } from '../context.ts';
import type { JsonObject } from '../diff-document.ts';
import type { Environment } from '../environment.ts';
import { type Handled, handle } from '../handle.ts';
import { uuidV5 } from '../identity.ts';
import type { ConfiguredKind } from './configured-kind.ts';

export interface CreateDocument {
  readonly organizationId: string;
  /** The body of a POST: any of the kind's fields; what it leaves out is as in a blank one. */
  readonly details: JsonObject;
  /** For those that the portal itself makes; everybody else's follow from the command's id. */
  readonly id?: string;
}

export function createDocument<Details, Event extends AnyEvent, State extends ConfiguredState<Details>>(
  environment: Environment,
  { aggregate, read = (sent) => sent }: ConfiguredKind<Details, Event, State>,
  { organizationId, details: sent, id }: CreateDocument,
  context: CommandContext,
): Promise<Result<Handled<State, Event>>> {
  const { category } = aggregate;
  const details = read(sent, (label) => uuidV5(context.commandId, label)) as Wanted<Details>;
  const create = { type: 'Create', data: { organizationId, details } } as const;
  const documentId = id ?? uuidV5(context.commandId, category);
  return handle(environment, aggregate, documentId, [create], { ...context, organizationId });
}
