import { accept, type DecisionContext, type Result } from './decision.ts';
import type { AnyEvent, Circumstances, Happened } from './event.ts';

export interface AnyCommand {
  readonly type: string;
  readonly data: unknown;
}

type EvolveTable<State, Event extends AnyEvent> = {
  readonly [Type in Event['type']]: (state: State, event: Happened<Extract<Event, { type: Type }>>) => State;
};
type DecideTable<State, Event extends AnyEvent, Command extends AnyCommand> = {
  readonly [Type in Command['type']]: (
    data: Extract<Command, { type: Type }>['data'],
    state: State,
    context: DecisionContext,
  ) => Result<readonly Event[]>;
};

/** A decider: a consistency boundary as pure functions over one stream `{category}-{id}`. */
export interface Aggregate<State, Event extends AnyEvent, Command extends AnyCommand> {
  readonly category: string;
  readonly commands: readonly string[];
  readonly initial: State;
  /** Ignores events of other aggregates. Every event of its own stream has an entry. */
  readonly evolve: (state: State, event: Happened<Event>) => State;
  readonly decide: (command: Command, state: State, context: DecisionContext) => Result<readonly Event[]>;
}

/** Builds an aggregate from two tables; a forgotten event or command does not compile. */
export function aggregate<State, Event extends AnyEvent, Command extends AnyCommand>(definition: {
  category: string;
  initial: State;
  evolve: EvolveTable<State, Event>;
  decide: DecideTable<State, Event, Command>;
}): Aggregate<State, Event, Command> {
  const evolve = definition.evolve as unknown as Record<string, (state: State, event: Happened<Event>) => State>;
  const decide = definition.decide as unknown as Record<
    string,
    (data: unknown, state: State, context: DecisionContext) => Result<readonly Event[]>
  >;
  return {
    category: definition.category,
    commands: Object.keys(decide),
    initial: definition.initial,
    evolve: (state, event) => {
      const fold = evolve[event.type];
      if (!fold) throw new Error(`${definition.category} cannot fold ${event.type}`);
      return fold(state, event);
    },
    decide: (command, state, context) => {
      const handler = decide[command.type];
      if (!handler) throw new Error(`${definition.category} cannot decide ${command.type}`);
      return handler(command.data, state, context);
    },
  };
}

/** Decides commands in order on one evolving state: all events, or the first refusal. */
export function decideAll<State, Event extends AnyEvent, Command extends AnyCommand>(
  { evolve, decide }: Aggregate<State, Event, Command>,
  commands: readonly Command[],
  state: State,
  context: DecisionContext,
): Result<{ readonly state: State; readonly events: readonly Event[] }> {
  const circumstances: Circumstances = { at: context.at, actor: context.actor };
  const events: Event[] = [];
  let current = state;
  for (const command of commands) {
    const decision = decide(command, current, context);
    if (!decision.ok) return decision;
    for (const event of decision.value) {
      current = evolve(current, { ...event, ...circumstances });
      events.push(event);
    }
  }
  return accept({ state: current, events });
}
