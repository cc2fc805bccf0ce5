import { wideNetwork } from '../user/attempt-limits.ts';

/** IPv4 to a /24, IPv6 to a /48: a provider and a town, but no household. Null for what is no address. */
export function truncatedAddress(address: string): string | null {
  const known = wideNetwork(address);
  const [, head] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(known) ?? [];
  if (head !== undefined) return `${head}.0/24`;
  return known.endsWith('::/48') ? known : null;
}
