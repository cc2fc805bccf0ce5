import { Resolver } from 'node:dns/promises';

/** Texts of the TXT records of a name, [] if it has none; null if DNS did not answer. */
export type ResolveTxt = (name: string) => Promise<readonly string[] | null>;

export interface TxtOptions {
  /** Per question and server. */
  readonly timeoutMs?: number;
  readonly tries?: number;
  /** For the whole lookup. */
  readonly limitMs?: number;
  /** Default: the machine's own. */
  readonly servers?: readonly string[];
}

/** Answers that mean: no such name or record. */
const NO_RECORD: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** DNS lookups with a time limit. */
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
