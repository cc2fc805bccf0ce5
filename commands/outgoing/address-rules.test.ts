import { expect, test } from 'vitest';
import { isAddressRange, isPublicAddress, PRIVATE_RANGES, publicOr } from './address-rules.ts';

test.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '0.1.2.3', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '168.63.129.16', '100.100.100.200', '100.64.0.1', '192.0.0.8', '192.0.0.192', '192.0.2.1'],
  ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::8.8.8.8'],
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:0:808:808::1'],
  ...['2001:2::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:db8::1', '2620:4f:8000::1', '3fff::1', '5f00::1'],
  ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'fd20:ce::254', 'fec0::1', 'ff02::1', '100::1', '4000::1'],
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

test('the operator may allow ranges, but never link-local addresses or a metadata service', () => {
  const own = publicOr(PRIVATE_RANGES);
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '192.168.0.9', 'fd12::1', '::ffff:10.0.0.1', '8.8.8.8'])
    expect([address, own(address)]).toEqual([address, true]);
  for (const address of ['169.254.169.254', '100.64.0.1', 'fe80::1', 'fd00:ec2::254', '0.0.0.0', '64:ff9b::a00:1', ''])
    expect([address, own(address)]).toEqual([address, false]);
  const all = publicOr(['0.0.0.0/0', '::/0']);
  expect(all('100.64.0.1')).toBe(true);
  for (const address of ['169.254.169.254', '100.100.100.200', '168.63.129.16', 'fe80::1', 'fd00:ec2::254'])
    expect([address, all(address)]).toEqual([address, false]);
  expect(publicOr(['10.0.0.0/8'])('127.0.0.1')).toBe(false);
});

test('a range has an address and its bits', () => {
  expect(['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32'].filter(isAddressRange)).toHaveLength(3);
  expect(['10.0.0.0', '10.0.0.0/33', 'fd00::/129', 'fe80::1%eth0/64', 'yes', '', '/8'].filter(isAddressRange)).toEqual(
    [],
  );
});
