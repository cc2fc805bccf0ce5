import { expect, test } from 'vitest';
import { applyAddress, programsAddress } from './apply-address.ts';

const PROGRAM = { _id: 'b1', slug: 'full-stack', organizationId: 'o1' };

test("the form's address has slugs, or ids where there are none", () => {
  expect(applyAddress(PROGRAM, 'bagwis', '')).toBe('/apply/bagwis/full-stack');
  expect(applyAddress({ ...PROGRAM, slug: null }, undefined, '?batchId=b1')).toBe('/apply/o1/b1');
});

test("only the utm parameters of the frame's address are passed on", () => {
  const search = '?batchId=b1&utm_source=a%26b&theme=dark&utm_medium=m&utm_id=7&organizationId=o1&xutm_term=n';
  expect(applyAddress(PROGRAM, 'bagwis', search)).toBe(
    '/apply/bagwis/full-stack?utm_source=a%26b&utm_medium=m&utm_id=7',
  );
});

test("other programs are those of the program's school", () => {
  expect(programsAddress({ _id: 'o1', slug: 'bagwis' })).toBe('/apply/bagwis');
  expect(programsAddress({ _id: 'o1', slug: '' })).toBe('/apply/o1');
});
