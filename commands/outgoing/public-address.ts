import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GIVEN_OUT = ipaddr.IPv6.parse('2000::');
const GIVEN_OUT_BITS = 3;

/**
 * Whether an address belongs to the public internet, and not to this machine, its network or its cloud's metadata service;
 * ranges that only wrap an IPv4 address (mapped, NAT64, 6to4, Teredo) count as private, as nobody publishes a host there.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6 only 2000::/3 is given out at all (RFC 4291 §2.4), whatever else has no name of its own.
  const isGivenOut = parsed.kind() === 'ipv4' || parsed.match(GIVEN_OUT, GIVEN_OUT_BITS);
  return isGivenOut && parsed.range() === 'unicast';
}
