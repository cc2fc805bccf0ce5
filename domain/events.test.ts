import { expect, test } from 'vitest';
import { definitionOf, EVENT_DEFINITIONS } from './events.ts';

test('each type of event has exactly one definition, under which it is found', () => {
  const types = EVENT_DEFINITIONS.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  for (const definition of EVENT_DEFINITIONS) expect(definitionOf(definition.type)).toBe(definition);
  expect(definitionOf('NeverHappened')).toBeUndefined();
});

test('events are named in PascalCase and can be upcast from their first version on', () => {
  for (const { type, version, upcasts } of EVENT_DEFINITIONS) {
    expect(type).toMatch(/^([A-Z][a-z]+){2,}$/);
    expect(Object.keys(upcasts).map(Number)).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1));
  }
});
