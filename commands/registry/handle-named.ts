import { type Aggregate, type AnyCommand, decideAll } from '../../domain/event-sourcing/aggregate.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { decisionContext, type Handled, handle, isRecorded, type Loaded, load } from '../handling/handle.ts';
import { type NamesOf, releaseNames, takeNames } from './names.ts';

/**
 * Names are taken once the rest would be accepted, and released after the object's own event; released slugs and
 * subdomains stay reserved for it. A refusal of `prepare` releases them.
 */
export async function handleNamed<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log'>,
  aggregate: Aggregate<State, Event, Command>,
  ownerId: string,
  naming: NamesOf<State>,
  commands: (loaded: Loaded<State, Event>) => Result<readonly Command[]>,
  context: CommandContext,
  prepare: () => Promise<Result<unknown>> = async () => accept(null),
): Promise<Result<Handled<State, Event>>> {
  const loaded = await load(environment, aggregate, ownerId);
  if (isRecorded(loaded, context)) return handle(environment, aggregate, ownerId, [], context);

  const wanted = commands(loaded);
  if (!wanted.ok) return wanted;
  const decided = decideAll(aggregate, wanted.value, loaded.state, decisionContext(context, loaded.events.at(-1)));
  if (!decided.ok) return decided;
  const intended = decided.value.state;
  const taken = await takeNames(
    environment,
    aggregate,
    naming,
    { ownerId, before: loaded.state, after: intended },
    context,
  );
  if (!taken.ok) return taken;

  const prepared = await prepare();
  const handled = prepared.ok ? await handle(environment, aggregate, ownerId, commands, context) : prepared;
  if (handled.ok) {
    const { events, appended, state } = handled.value;
    const before = events.slice(0, events.length - appended.length).reduce(aggregate.evolve, aggregate.initial);
    await releaseNames(environment, naming, { ownerId, before, after: state, isReserved: true }, context);
  } else {
    const { state } = await load(environment, aggregate, ownerId);
    await releaseNames(environment, naming, { ownerId, before: intended, after: state, isReserved: false }, context);
  }
  return handled;
}
