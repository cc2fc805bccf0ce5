import { expect, test } from 'vitest';
import { truncatedAddress } from './truncated-address.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:77:1234:5678::9', '2001:db8:77::/48'],
  ['2001:db8::9', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['', null],
  ['not an address', null],
])('%s is logged as %s', (address, logged) => {
  expect(truncatedAddress(address)).toBe(logged);
});
