import { expect, test } from 'vitest';
import { SECURITY_KINDS } from '../../../../domain/security-log/kinds.ts';
import { callAmong } from '../../../../domain/user/display-name.ts';
import { KIND_OPTIONS, whoIn } from './words.ts';

const call = callAmong([{ email: 'otto@bagwis.example', name: 'Otto Ito' }]);
const user = (id: string | null, name: string | null) => ({ kind: 'user', id, name }) as const;

test.each([
  [{ kind: 'refused', actor: user('mia', 'mia@bagwis.example') }, 'mia@bagwis.example'],
  [{ kind: 'refused', actor: user('otto', 'otto@bagwis.example') }, 'Otto Ito'],
  [{ kind: 'signInFailed', actor: user('otto', 'otto@bagwis.example') }, 'Account Otto Ito'],
  [{ kind: 'signInFailed', actor: user('mia', 'mia@bagwis.example') }, 'Account mia@bagwis.example'],
  [{ kind: 'codeWrong', actor: user('otto', 'otto@bagwis.example') }, 'Account Otto Ito'],
  [{ kind: 'triesLimited', actor: user('otto', 'otto@bagwis.example') }, 'Account Otto Ito'],
  [{ kind: 'limited', actor: user('otto', 'otto@bagwis.example') }, 'Otto Ito'],
  [{ kind: 'refused', actor: user('0123456789abcdef', null) }, 'An account outside the team (01234567)'],
  [{ kind: 'refused', actor: user(null, null) }, 'An erased person'],
  [
    { kind: 'foreignId', actor: { kind: 'token', id: '0123456789', name: null } },
    'An API token of another school (01234567)',
  ],
  [{ kind: 'notSignedIn', actor: { kind: 'anonymous', id: null, name: null } }, 'Not logged in'],
  [{ kind: 'roleChanged', actor: { kind: 'system', id: null, name: null } }, 'The operator of the portal'],
  [{ kind: 'limited', actor: null }, 'Several people'],
] as const)('%o is by: %s', (entry, who) => {
  expect(whoIn(entry, call)).toBe(who);
});

test('each kind that a school can have is offered once', () => {
  const offered = KIND_OPTIONS.flatMap((option) => ('items' in option ? option.items : [])).map(({ value }) => value);
  expect(new Set(offered).size).toBe(offered.length);
  expect(SECURITY_KINDS.filter((kind) => !offered.includes(kind))).toEqual([
    'otherSite',
    'keyRotated',
    'creatorGranted',
  ]);
});
