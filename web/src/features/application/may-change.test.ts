import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { Actor, Role } from '../../../../domain/access/actor.ts';
import { whyReadOnly } from './may-change.ts';

const person = (id: string, role?: Role): Actor => ({
  kind: 'user',
  id,
  isCreator: false,
  roles: role ? [{ orgId: 'school', role }] : [],
});
const application = (status = 'NEW') =>
  ({ organizationId: 'school', userId: 'ada', status }) as unknown as ApplicationView;
const batch = (status = 'Open') => ({ status }) as unknown as Batch;

test('the applicant can change the application until the program has started or it is closed', () => {
  expect(whyReadOnly(person('ada'), application(), batch())).toBeNull();
  expect(whyReadOnly(person('ada'), application(), batch('Closed'))).toBeNull();
  expect(whyReadOnly(person('ada'), application(), batch('Complete'))).toContain('has started');
  for (const status of ['CANCELLED', 'WITHDRAWN', 'TRANSFERRED']) {
    expect(whyReadOnly(person('ada'), application(status), batch())).toContain('locked');
  }
});

test('admins can always change it, other staff never', () => {
  expect(whyReadOnly(person('mia', 'Owner'), application('WITHDRAWN'), batch('Complete'))).toBeNull();
  expect(whyReadOnly(person('jun', 'Admin'), application(), batch())).toBeNull();
  expect(whyReadOnly(person('noel', 'Viewer'), application(), batch())).toContain('only the applicant and admins');
});

test('a Viewer who applied counts as its applicant', () => {
  expect(whyReadOnly(person('ada', 'Viewer'), application(), batch())).toBeNull();
});
