import { expect, test } from 'vitest';
import type { Actor } from '../../../../domain/access/actor.ts';
import { whyNotTaken } from './may-take.ts';

const ada: Actor = { kind: 'user', id: 'ada', roles: [], isCreator: false };
const owner: Actor = { kind: 'user', id: 'mia', roles: [{ orgId: 'school', role: 'Owner' }], isCreator: false };
const application = { userId: 'ada', organizationId: 'school', status: 'NEW', isErased: false } as const;
const open = { status: 'Open' } as const;

test('only the applicant can take an assessment, whatever roles other people have', () => {
  expect(whyNotTaken(ada, application, open)).toBeNull();
  expect(whyNotTaken(owner, application, open)).toMatch(/^Only the applicant/);
  expect(whyNotTaken(ada, { ...application, userId: null }, open)).toMatch(/^Only the applicant/);
});

test('not allowed once the program has started or the application is closed', () => {
  expect(whyNotTaken(ada, application, { status: 'Complete' })).toMatch(/^This program has started/);
  expect(whyNotTaken(ada, application, { status: 'Closed' })).toBeNull();
  for (const closed of [{ status: 'WITHDRAWN' }, { isErased: true }] as const) {
    expect(whyNotTaken(ada, { ...application, ...closed }, open)).toMatch(/^This application is closed/);
  }
});
