import { expect, test } from 'vitest';
import { definitionOf, EVENT_DEFINITIONS } from './events.ts';

test('each event type has exactly one definition', () => {
  const types = EVENT_DEFINITIONS.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  for (const definition of EVENT_DEFINITIONS) expect(definitionOf(definition.type)).toBe(definition);
  expect(definitionOf('NeverHappened')).toBeUndefined();
});

test('events are named in PascalCase and have every upcaster', () => {
  for (const { type, version, upcasts } of EVENT_DEFINITIONS) {
    expect(type).toMatch(/^([A-Z][a-z]+){2,}$/);
    expect(Object.keys(upcasts).map(Number)).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1));
  }
});
