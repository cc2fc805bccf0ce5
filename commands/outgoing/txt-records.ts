import { Resolver } from 'node:dns/promises';

/** [] if the name has none; null if DNS did not answer. */
export type ResolveTxt = (name: string) => Promise<readonly string[] | null>;

export interface TxtOptions {
  readonly timeoutMs?: number;
  readonly tries?: number;
  readonly limitMs?: number;
  readonly servers?: readonly string[];
}

const NO_RECORD: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

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
