import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  ...[
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
  ],
  ...['100.64.0.1', '192.0.0.8', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
  ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '100::1', '4000::1'],
  ...['localhost', '', '2130706433', '0x7f.1'],
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '93.184.216.34', '::ffff:8.8.8.8', '2606:4700:4700::1111'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
