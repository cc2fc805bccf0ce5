import { Resolver } from 'node:dns/promises';

/** Texts of the TXT records at a name, [] if it has none; null if DNS did not answer. */
export type ResolveTxt = (name: string) => Promise<readonly string[] | null>;

export interface TxtOptions {
  /** Of one question to one server. */
  readonly timeoutMs?: number;
  readonly tries?: number;
  /** Of the whole lookup, however many servers there are. */
  readonly limitMs?: number;
  /** Default: the machine's own. */
  readonly servers?: readonly string[];
}

/** Errors by which a server says that the name does not exist or has no such record. */
const NO_RECORD: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** Asks DNS, for a limited time. */
export function createTxtResolver({
  timeoutMs = 2_000,
  tries = 2,
  limitMs = 8_000,
  servers,
}: TxtOptions = {}): ResolveTxt {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), limitMs);
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      return NO_RECORD.includes((error as NodeJS.ErrnoException).code) ? [] : null;
    } finally {
      clearTimeout(timer);
    }
  };
}
