import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** All addresses of a name; rejects with the code of DNS. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

export interface ResolveOptions {
  readonly timeoutMs?: number;
  readonly tries?: number;
  readonly servers?: readonly string[];
}

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** RFC 6761 §6.3. */
const isLocalhost = (hostname: string): boolean => /^(?:.*\.)?localhost\.?$/i.test(hostname);

/**
 * Asks the DNS servers of this machine. The system's own lookup would hold one of the few threads that also read files and
 * check passwords, for as long as a dead server takes.
 */
export function createHostResolver({ timeoutMs = 2000, tries = 2, servers }: ResolveOptions = {}): ResolveHost {
  return async (hostname, signal) => {
    if (isLocalhost(hostname)) return LOOPBACK;
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const found = [...familyOf(four, 4), ...familyOf(six, 6)];
      if (found.length === 0 && four.status === 'rejected') throw four.reason;
      return found;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

const familyOf = (found: PromiseSettledResult<readonly string[]>, family: 4 | 6): readonly LookupAddress[] =>
  found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
