import type { ConfiguredState } from '../../domain/configuration/configured-document.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import type { ConfiguredKind } from './configured-kind.ts';

/** `usedBy`: names of the documents that use it. Of what is deleted only a repetition of its deletion is accepted. */
export const deleteDocument = <Details, Event extends AnyEvent, State extends ConfiguredState<Details>>(
  environment: Environment,
  { aggregate }: ConfiguredKind<Details, Event, State>,
  { id, usedBy = [] }: { readonly id: string; readonly usedBy?: readonly string[] },
  context: CommandContext,
): Promise<Result<Handled<State, Event>>> =>
  handle(
    environment,
    aggregate,
    id,
    ({ state }) =>
      state.kind === 'document'
        ? accept([{ type: 'Delete', data: { usedBy } } as const])
        : reject('not-found', TEXTS.access.notFound),
    context,
  );
