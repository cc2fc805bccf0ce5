import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import { TEXTS } from '../texts.ts';
import { NAME_SCOPES, type NameScope, type RegistryEvent } from './events.ts';
import { otherHolderOf, type RegistryCommand, registry } from './registry.ts';

const given = specify(registry);
const name = (scope: NameScope, text: string, ownerId: string) => ({ scope, name: text, ownerId });
const take = (scope: NameScope, text: string, ownerId: string, supersedes?: string): RegistryCommand => ({
  type: 'TakeName',
  data: { ...name(scope, text, ownerId), ...(supersedes && { supersedes }) },
});
const release = (scope: NameScope, text: string, ownerId: string): RegistryCommand => ({
  type: 'ReleaseName',
  data: name(scope, text, ownerId),
});
const taken = (scope: NameScope, text: string, ownerId: string): RegistryEvent => ({
  type: 'NameTaken',
  data: name(scope, text, ownerId),
});
const released = (scope: NameScope, text: string, ownerId: string): RegistryEvent => ({
  type: 'NameReleased',
  data: name(scope, text, ownerId),
});

test('of two who want one name the second is refused, in the words of its field', () => {
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

test('a name is taken once by the same owner, and free again after its release', () => {
  given(taken('slug', 'bagwis', 'a'))
    .when(take('slug', 'bagwis', 'a'))
    .then();
  given(taken('slug', 'bagwis', 'a'))
    .when(release('slug', 'bagwis', 'a'))
    .then(released('slug', 'bagwis', 'a'));
  given(taken('slug', 'bagwis', 'a'), released('slug', 'bagwis', 'a'))
    .when(take('slug', 'bagwis', 'b'))
    .then(taken('slug', 'bagwis', 'b'));
});

test('nobody releases what another one has', () => {
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

test('a holder that never came to be gives way, and only that one', () => {
  given(taken('slug', 'bagwis', 'ghost'))
    .when(take('slug', 'bagwis', 'b', 'ghost'))
    .then(released('slug', 'bagwis', 'ghost'), taken('slug', 'bagwis', 'b'));
  given(taken('slug', 'bagwis', 'a'))
    .when(take('slug', 'bagwis', 'b', 'ghost'))
    .thenRefused('duplicate');
});

test('who else has a name is known with the time since when', () => {
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
  fc.tuple(scope, text, owner).map((parts) => release(...parts)),
);

test('in every reachable state each command is valid and repeatable', () => {
  expectRepeatable(registry, command);
});
