import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionContext, expectRepeatable, OPERATOR, specify } from '../../test/support/specification.ts';
import { reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import { NAME_SCOPES, type NameScope, type RegistryEvent } from './events.ts';
import { otherHolderOf, type RegistryCommand, registry } from './registry.ts';

const given = specify(registry);
const name = (scope: NameScope, text: string, ownerId: string) => ({ scope, name: text, ownerId });
const take = (scope: NameScope, text: string, ownerId: string, supersedes?: string): RegistryCommand => ({
  type: 'TakeName',
  data: { ...name(scope, text, ownerId), ...(supersedes && { supersedes }) },
});
const release = (scope: NameScope, text: string, ownerId: string, isReserved = true): RegistryCommand => ({
  type: 'ReleaseName',
  data: { ...name(scope, text, ownerId), isReserved },
});
const taken = (scope: NameScope, text: string, ownerId: string): RegistryEvent => ({
  type: 'NameTaken',
  data: name(scope, text, ownerId),
});
const released = (scope: NameScope, text: string, ownerId: string, isReserved = true): RegistryEvent => ({
  type: 'NameReleased',
  data: { ...name(scope, text, ownerId), isReserved },
});

test('the second of two owners that take one name is refused, with an error at the field', () => {
  given()
    .when(take('slug', 'bagwis', 'a'))
    .then(taken('slug', 'bagwis', 'a'));
  given(taken('slug', 'bagwis', 'a'))
    .when(take('slug', 'bagwis', 'b'))
    .thenRefused('duplicate', TEXTS.organizations.nameTaken('bagwis'), 'slug');
  given(taken('batchSlug', 'java-1', 'a'))
    .when(take('batchSlug', 'java-1', 'b'))
    .thenRefused('duplicate', TEXTS.batches.slugTaken, 'slug');
});

test('a name is taken once by the same owner, and free after a release without reservation', () => {
  given(taken('slug', 'bagwis', 'a'))
    .when(take('slug', 'bagwis', 'a'))
    .then();
  given(taken('slug', 'bagwis', 'a'))
    .when(release('slug', 'bagwis', 'a'))
    .then(released('slug', 'bagwis', 'a'));
  given(taken('slug', 'bagwis', 'a'), released('slug', 'bagwis', 'a', false))
    .when(take('slug', 'bagwis', 'b'))
    .then(taken('slug', 'bagwis', 'b'));
});

describe('a released name', () => {
  const givenUp = [taken('subdomain', 'bagwis', 'a'), released('subdomain', 'bagwis', 'a')] as const;
  const at = (days: number) => new Date(Date.parse('2026-03-01T09:00:00.000Z') + days * 86_400_000).toISOString();
  const decideAt = (command: RegistryCommand, days: number) =>
    registry.decide(command, given(...givenUp).state, decisionContext(at(days), OPERATOR));

  test('is reserved for a year, as slug and as subdomain', () => {
    for (const scope of ['slug', 'subdomain'] as const) {
      const refused = decideAt(take(scope, 'bagwis', 'b'), 365);
      const message = TEXTS.organizations.nameGivenUp('bagwis', '2027-03-01');
      expect(refused).toEqual(reject('refused', message, [{ field: scope, message }]));
      expect(decideAt(take(scope, 'bagwis', 'b'), 366).ok).toBe(true);
    }
    expect(decideAt(take('fullDomain', 'bagwis', 'b'), 1).ok).toBe(true);
  });

  test('is available to its former holder at once', () => {
    given(...givenUp)
      .when(take('slug', 'bagwis', 'a'))
      .then(taken('slug', 'bagwis', 'a'));
  });

  test.each(['batchSlug', 'fullDomain'] as const)('of scope %s is free at once, even with a reservation', (scope) => {
    given(taken(scope, 'june.example', 'a'), released(scope, 'june.example', 'a'))
      .when(take(scope, 'june.example', 'b'))
      .then(taken(scope, 'june.example', 'b'));
  });

  test('is one of at most twenty reservations, so that no organization can block all names', () => {
    const events = Array.from({ length: 21 }, (_, n) => [
      taken('slug', `name-${n}`, 'a'),
      released('slug', `name-${n}`, 'a'),
    ]).flat();
    given(...events)
      .when(take('slug', 'name-0', 'b'))
      .then(taken('slug', 'name-0', 'b'));
    given(...events)
      .when(take('slug', 'name-1', 'b'))
      .thenRefused('refused');
  });
});

test('only the holder releases a name', () => {
  given(taken('slug', 'bagwis', 'a'))
    .when(release('slug', 'bagwis', 'b'))
    .then();
});

test("a subdomain may not be another organization's slug, because both lead to the same address", () => {
  given(taken('slug', 'bagwis', 'a'))
    .when(take('subdomain', 'bagwis', 'b'))
    .thenRefused('duplicate', undefined, 'subdomain');
  given(taken('subdomain', 'bagwis', 'a'))
    .when(take('slug', 'bagwis', 'b'))
    .thenRefused('duplicate', undefined, 'slug');
  given(taken('slug', 'bagwis', 'a'))
    .when(take('subdomain', 'bagwis', 'a'))
    .then(taken('subdomain', 'bagwis', 'a'));
  given(taken('slug', 'bagwis', 'a'))
    .when(take('fullDomain', 'bagwis', 'b'))
    .then(taken('fullDomain', 'bagwis', 'b'));
});

test('only a holder that was never created is replaced', () => {
  given(taken('slug', 'bagwis', 'ghost'))
    .when(take('slug', 'bagwis', 'b', 'ghost'))
    .then(released('slug', 'bagwis', 'ghost', false), taken('slug', 'bagwis', 'b'));
  given(taken('slug', 'bagwis', 'a'))
    .when(take('slug', 'bagwis', 'b', 'ghost'))
    .thenRefused('duplicate');
});

test('another holder is found with the time of taking', () => {
  const { state } = given(taken('slug', 'bagwis', 'a'));
  expect(otherHolderOf(state, name('subdomain', 'bagwis', 'b'))).toEqual({
    ownerId: 'a',
    takenAt: '2026-03-01T09:00:00.000Z',
  });
  expect(otherHolderOf(state, name('slug', 'bagwis', 'a'))).toBeUndefined();
  expect(otherHolderOf(state, name('slug', '__proto__', 'a'))).toBeUndefined();
});

const scope = fc.constantFrom(...NAME_SCOPES);
const text = fc.constantFrom('one', 'two', '__proto__');
const owner = fc.constantFrom('a', 'b', 'c');
const command: fc.Arbitrary<RegistryCommand> = fc.oneof(
  fc.tuple(scope, text, owner, fc.option(owner, { nil: undefined })).map((parts) => take(...parts)),
  fc.tuple(scope, text, owner, fc.boolean()).map((parts) => release(...parts)),
);

test('in every reachable state each command is valid and repeatable', () => {
  expectRepeatable(registry, command);
});
