import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a connection to this IP address is allowed. */
export type AddressRule = (address: string) => boolean;

function parse(address: string) {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  // The library takes `::8.8.8.8` for an IPv4 address; the URL parser writes IPv6 without dots.
  return ipaddr.process(version === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1));
}
type Address = NonNullable<ReturnType<typeof parse>>;
type Range = readonly [Address, number];

const rangeOf = (text: string): Range => ipaddr.parseCIDR(text);
const isIn = (address: Address, [first, bits]: Range): boolean =>
  address.kind() === first.kind() && address.match([first, bits]);

const GIVEN_OUT = rangeOf('2000::/3');
/** Addresses at which clouds give out passwords, some of them inside ranges that are otherwise allowed. */
const NEVER = [
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
].map(rangeOf);
const isNever = (address: Address): boolean => NEVER.some((range) => isIn(address, range));

/**
 * False for this machine, its network and its cloud's metadata service. Ranges that wrap an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are private.
 */
export const isPublicAddress: AddressRule = (text) => {
  const address = parse(text);
  if (!address || isNever(address)) return false;
  // Only 2000::/3 of IPv6 is allocated (RFC 4291 §2.4).
  return (address.kind() === 'ipv4' || isIn(address, GIVEN_OUT)) && address.range() === 'unicast';
};

/** Loopback and private networks (RFC 1918, RFC 4193). */
export const PRIVATE_RANGES = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
] as const;

export const isAddressRange = (text: string): boolean => ipaddr.isValidCIDR(text) && !text.includes('%');

/** Public addresses and those in the ranges, but never link-local ones or those of a metadata service. */
export function publicOr(ranges: readonly string[]): AddressRule {
  const allowed = ranges.map(rangeOf);
  return (text) => {
    if (isPublicAddress(text)) return true;
    const address = parse(text);
    return address !== undefined && !isNever(address) && allowed.some((range) => isIn(address, range));
  };
}
