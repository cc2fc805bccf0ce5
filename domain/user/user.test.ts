import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import { TEXTS } from '../text/texts.ts';
import type { UserEvent } from './events.ts';
import { type UserCommand, user } from './user.ts';

const given = specify(user);
const signUp = (email: string, passwordId: string | null = 'p1'): UserCommand => ({
  type: 'SignUp',
  data: { email, passwordId },
});
const signedUp: UserEvent = {
  type: 'UserSignedUp',
  data: { passwordId: 'p1' },
  personal: { email: 'Ada@example.org' },
};
const verify: UserCommand = { type: 'VerifyEmail', data: {} };
const erase: UserCommand = { type: 'ErasePersonalData', data: {} };
const grant: UserCommand = { type: 'GrantCreator', data: {} };
const erased: UserEvent = { type: 'PersonalDataErased', data: {} };

test('an account starts with an email, kept as typed', () => {
  given().when(signUp(' Ada@example.org ')).then(signedUp);
  given(signedUp).when(signUp('Ada@example.org', 'p2')).thenRefused('duplicate', TEXTS.accounts.loginFailed);
});

test.each([
  '',
  'ada',
  'ada@localhost',
  'a b@example.org',
  'ada@example.org, bob@example.org',
  'Ada <ada@example.org>',
  `${'a'.repeat(250)}@example.org`,
])('%j is no email address', (email) => {
  given().when(signUp(email)).thenRefused('refused', TEXTS.accounts.emailInvalid, 'email');
});

test('proof, creator flag and password are recorded once', () => {
  given(signedUp).when(verify, verify).then({ type: 'EmailVerified', data: {} });
  given(signedUp).when(grant, grant).then({ type: 'CreatorGranted', data: {} });
  given(signedUp)
    .when({ type: 'ChangePassword', data: { passwordId: 'p2' } })
    .then({ type: 'PasswordChanged', data: { passwordId: 'p2' } });
  expect(given(signedUp, { type: 'PasswordChanged', data: { passwordId: 'p2' } }).state.passwordId).toBe('p2');
});

test('a name is recorded as it reads, once, and removed by an empty one', () => {
  const named = (name: string | null): UserEvent => ({ type: 'DisplayNameChanged', data: {}, personal: { name } });
  const call = (name: string): UserCommand => ({ type: 'ChangeDisplayName', data: { name } });
  given(signedUp).when(call('  Ada  Lovelace '), call('Ada Lovelace')).then(named('Ada Lovelace'));
  given(signedUp, named('Ada Lovelace')).when(call(' ')).then(named(null));
  given(signedUp).when(call('')).then();
  given(signedUp).when(call('mia@example.org')).thenRefused('refused', TEXTS.accounts.nameIsEmail, 'name');
  expect(given(signedUp, named('Ada Lovelace'), erased).state.name).toBeNull();
  const unreadable: UserEvent = { type: 'DisplayNameChanged', data: {}, personal: null };
  expect(given(signedUp, unreadable).state.name).toBeNull();
  given(signedUp, erased).when(call('Ada')).thenRefused('not-found');
});

test('an erased account has no email and no password', () => {
  given(signedUp).when(erase).then(erased);
  expect(given(signedUp, { type: 'CreatorGranted', data: {} }, erased).state).toMatchObject({
    exists: true,
    email: null,
    isCreator: false,
    passwordId: null,
    isErased: true,
  });
  for (const command of [verify, grant, { type: 'ChangePassword', data: { passwordId: 'p2' } } as const]) {
    given(signedUp, erased).when(command).thenRefused('not-found');
  }
  given(signedUp, erased).when(erase).then();
});

test('when the key is destroyed already, the erasure event still follows, once', () => {
  const unreadable: UserEvent = { type: 'UserSignedUp', data: { passwordId: null }, personal: null };
  expect(given(unreadable).state).toMatchObject({ exists: true, email: null, isErased: true });
  given(unreadable).when(verify).thenRefused('not-found');
  given(unreadable).when(erase, erase).then(erased);
});

test('the outcome of an email is recorded once', () => {
  const outcome = (failure: string | null): UserCommand => ({
    type: 'RecordEmailOutcome',
    data: { outboxId: 'o1', template: 'Verify e-mail', failure },
  });
  const delivered: UserEvent = { type: 'EmailDelivered', data: { outboxId: 'o1', template: 'Verify e-mail' } };
  given(signedUp).when(outcome(null)).then(delivered);
  given(signedUp)
    .when(outcome('refused'))
    .then({ type: 'EmailFailed', data: { outboxId: 'o1', template: 'Verify e-mail', reason: 'refused' } });
  given(signedUp, delivered).when(outcome('refused')).then();
  const mail = { outboxId: 'o1', template: 'Verify e-mail' };
  const failed: UserEvent = { type: 'EmailFailed', data: { ...mail, reason: 'refused' } };
  const retried: UserEvent = { type: 'EmailRetryRequested', data: mail };
  const retry: UserCommand = { type: 'RetryEmail', data: mail };
  given(signedUp, failed).when(retry, retry, outcome(null)).then(retried, delivered);
  given(signedUp).when(retry).then();
});

test('in every reachable state each command is valid and repeatable', () => {
  const passwordId = fc.constantFrom('p1', 'p2', 'p3');
  const command: fc.Arbitrary<UserCommand> = fc.oneof(
    fc
      .tuple(fc.constantFrom('ada@example.org', 'nonsense'), fc.option(passwordId))
      .map(([email, id]) => signUp(email, id)),
    fc.constantFrom(verify, grant, erase),
    fc.constantFrom('Ada', 'Ada ', '', '@').map((name) => ({ type: 'ChangeDisplayName' as const, data: { name } })),
    passwordId.map((id) => ({ type: 'ChangePassword' as const, data: { passwordId: id } })),
    fc.constantFrom('o1', 'o2').map((outboxId) => ({ type: 'RetryEmail' as const, data: { outboxId, template: 'T' } })),
    fc
      .record({
        outboxId: fc.constantFrom('o1', 'o2'),
        template: fc.constant('T'),
        failure: fc.constantFrom(null, 'bounced'),
      })
      .map((data) => ({ type: 'RecordEmailOutcome' as const, data })),
  );
  expectRepeatable(user, command);
});
