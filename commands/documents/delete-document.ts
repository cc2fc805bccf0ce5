import type { ConfiguredState } from '../../domain/configuration/configured-document.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import type { ConfiguredKind } from './configured-kind.ts';

/** `usedBy`: names of the documents that use it. */
export const deleteDocument = <Details, Event extends AnyEvent, State extends ConfiguredState<Details>>(
  environment: Environment,
  { aggregate }: ConfiguredKind<Details, Event, State>,
  { id, usedBy = [] }: { readonly id: string; readonly usedBy?: readonly string[] },
  context: CommandContext,
): Promise<Result<Handled<State, Event>>> =>
  handle(environment, aggregate, id, [{ type: 'Delete', data: { usedBy } }], context);
