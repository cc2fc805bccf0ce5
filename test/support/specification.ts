import fc from 'fast-check';
import { expect } from 'vitest';
import type { ActorReference } from '../../domain/access/actor.ts';
import { type Aggregate, type AnyCommand, decideAll } from '../../domain/event-sourcing/aggregate.ts';
import type { DecisionContext, Rejection, RejectionCode } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Happened } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';

export const OPERATOR: ActorReference = { kind: 'system' };
export const someone = (id: string): ActorReference => ({ kind: 'user', id });

const START = Date.parse('2026-03-01T09:00:00.000Z');
const minute = (n: number): string => new Date(START + n * 60_000).toISOString();

export function decisionContext(at: string, actor: ActorReference): DecisionContext {
  return { at, actor, newId: (label) => `id-of-${label}` };
}

/**
 * given(events).when(commands).then(events | refusal). Given events are a minute apart from 2026-03-01T09:00Z, by the
 * operator; commands follow after another minute.
 */
export function specify<State, Event extends AnyEvent, Command extends AnyCommand>(
  aggregate: Aggregate<State, Event, Command>,
) {
  return (...events: readonly Event[]) => {
    const state = events.reduce<State>(
      (folded, event, index) =>
        aggregate.evolve(folded, { ...event, at: minute(index), actor: OPERATOR } as Happened<Event>),
      aggregate.initial,
    );
    const decided = (commands: readonly Command[], actor: ActorReference) => {
      const decision = decideAll(aggregate, commands, state, decisionContext(minute(events.length), actor));
      return {
        // biome-ignore lint/suspicious/noThenProperty: the word of the grammar; nothing here is awaited
        then: (...expected: readonly Event[]) => {
          expect(decision.ok ? decision.value.events : decision.rejection).toEqual(expected);
        },
        thenRefused: (code: RejectionCode, message?: string, field?: string) => {
          const rejection: Rejection | undefined = decision.ok ? undefined : decision.rejection;
          expect(rejection, 'was accepted').toBeDefined();
          expect(rejection?.code).toBe(code);
          if (message !== undefined) expect(rejection?.message).toBe(message);
          if (field !== undefined) expect(rejection?.errors?.map((error) => error.field)).toContain(field);
        },
      };
    };
    return {
      state,
      when: (...commands: readonly Command[]) => decided(commands, OPERATOR),
      whenBy: (actor: ActorReference, ...commands: readonly Command[]) => decided(commands, actor),
    };
  };
}

/**
 * In every reachable state: no command throws, its events match their schemas and fold the same after JSON, and a
 * repetition adds nothing.
 */
export function expectRepeatable<State, Event extends AnyEvent, Command extends AnyCommand>(
  aggregate: Aggregate<State, Event, Command>,
  command: fc.Arbitrary<Command>,
  actors: readonly ActorReference[] = [OPERATOR],
): void {
  const step = fc.record({ command, actor: fc.constantFrom(...actors) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let state = aggregate.initial;
      steps.forEach(({ command, actor }, index) => {
        const context = decisionContext(minute(index), actor);
        const decision = aggregate.decide(command, state, context);
        if (!decision.ok) return;
        for (const event of decision.value) {
          expectValid(event);
          const happened = { ...event, at: context.at, actor };
          const stored = JSON.parse(JSON.stringify(happened)) as Happened<Event>;
          const next = aggregate.evolve(state, happened);
          expect(aggregate.evolve(state, stored)).toEqual(next);
          state = next;
        }
        const again = aggregate.decide(command, state, context);
        if (again.ok) expect(again.value).toEqual([]);
      });
    }),
    { numRuns: 300 },
  );
}

function expectValid(event: AnyEvent): void {
  const definition = definitionOf(event.type);
  expect(definition, `${event.type} is in no list of events`).toBeDefined();
  expect(definition?.data.parse(event.data)).toEqual(event.data);
  if (definition?.personal) expect(definition.personal.parse(event.personal)).toEqual(event.personal);
}
