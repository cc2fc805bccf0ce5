import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GIVEN_OUT = ipaddr.IPv6.parse('2000::');
const GIVEN_OUT_BITS = 3;

/**
 * False for this machine, its network and its cloud's metadata service. Ranges that wrap an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are private.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  // Only 2000::/3 of IPv6 is allocated (RFC 4291 §2.4).
  const isGivenOut = parsed.kind() === 'ipv4' || parsed.match(GIVEN_OUT, GIVEN_OUT_BITS);
  return isGivenOut && parsed.range() === 'unicast';
}
