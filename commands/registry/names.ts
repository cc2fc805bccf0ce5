import { randomUUID } from 'node:crypto';
import type { Aggregate, AnyCommand } from '../../domain/event-sourcing/aggregate.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import type { NameScope } from '../../domain/registry/events.ts';
import { otherHolderOf, type RegistryCommand, type RegistryState, registry } from '../../domain/registry/registry.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { decisionContext, handle, load } from '../handling/handle.ts';

const TAKEN_FOR_MS = 60_000;
/** All objects of a scope share one small stream. */
const ATTEMPTS = 100;

export interface NamesOf<State> {
  /** The registry stream that decides. */
  readonly registryId: string;
  readonly names: (state: State) => Readonly<Partial<Record<NameScope, string | null>>>;
}

/**
 * Before the object's own event, so that one of two simultaneous claims is refused. After a crash in between, the name
 * is free again in a minute.
 */
export async function takeNames<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log'>,
  holders: Aggregate<State, Event, Command>,
  { registryId, names }: NamesOf<State>,
  { ownerId, before, after }: { readonly ownerId: string; readonly before: State; readonly after: State },
  context: CommandContext,
): Promise<Result<null>> {
  const had = names(before);
  const commands: RegistryCommand[] = [];
  for (const [scope, name] of entriesOf(names(after))) {
    if (name === null || name === had[scope]) continue;
    const { state } = await load(environment, registry, registryId);
    commands.push(await takingOf(environment, holders, names, { scope, name, ownerId }, state, context));
  }
  if (commands.length === 0) return accept(null);
  const taken = await handle(environment, registry, registryId, commands, separately(context), { attempts: ATTEMPTS });
  return taken.ok ? accept(null) : taken;
}

/** Does not take the name. */
export async function checkName<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log'>,
  holders: Aggregate<State, Event, Command>,
  { registryId, names }: NamesOf<State>,
  wanted: { readonly scope: NameScope; readonly name: string; readonly ownerId: string },
  context: CommandContext,
): Promise<Result<null>> {
  const { state, events } = await load(environment, registry, registryId);
  const command = await takingOf(environment, holders, names, wanted, state, context);
  const decided = registry.decide(command, state, decisionContext(context, events.at(-1)));
  return decided.ok ? accept(null) : decided;
}

async function takingOf<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log'>,
  holders: Aggregate<State, Event, Command>,
  names: NamesOf<State>['names'],
  wanted: { readonly scope: NameScope; readonly name: string; readonly ownerId: string },
  state: RegistryState,
  context: CommandContext,
): Promise<RegistryCommand> {
  const holder = otherHolderOf(state, wanted);
  const isStale =
    holder !== undefined &&
    Date.parse(context.at) - Date.parse(holder.takenAt) > TAKEN_FOR_MS &&
    !(await carries(environment, holders, names, holder.ownerId, wanted.name));
  return { type: 'TakeName', data: isStale ? { ...wanted, supersedes: holder.ownerId } : wanted };
}

/** After the object's own event: names that it no longer has, or unused ones, which are not reserved. */
export async function releaseNames<State>(
  environment: Pick<Environment, 'log'>,
  { registryId, names }: NamesOf<State>,
  {
    ownerId,
    before,
    after,
    isReserved,
  }: { readonly ownerId: string; readonly before: State; readonly after: State; readonly isReserved: boolean },
  context: CommandContext,
): Promise<void> {
  const has = names(after);
  const commands = entriesOf(names(before)).flatMap(([scope, name]): RegistryCommand[] =>
    name === null || name === has[scope] ? [] : [{ type: 'ReleaseName', data: { scope, name, ownerId, isReserved } }],
  );
  if (commands.length > 0) {
    await handle(environment, registry, registryId, commands, separately(context), { attempts: ATTEMPTS });
  }
}

async function carries<State, Event extends AnyEvent, Command extends AnyCommand>(
  environment: Pick<Environment, 'log'>,
  holders: Aggregate<State, Event, Command>,
  names: NamesOf<State>['names'],
  holderId: string,
  name: string,
): Promise<boolean> {
  const { state } = await load(environment, holders, holderId);
  return Object.values(names(state)).includes(name);
}

const entriesOf = (names: Readonly<Partial<Record<NameScope, string | null>>>) =>
  Object.entries(names) as [NameScope, string | null][];

/** Taking and releasing are repeatable, and what an earlier attempt recorded may have been released since. */
const separately = (context: CommandContext): CommandContext => ({ ...context, commandId: randomUUID() });
