/** Which pair of stores a server under test runs on. */
export type Adapters = 'embedded';
const KNOWN: readonly string[] = ['embedded'] satisfies readonly Adapters[];

/** The suites run on the pair that `ADAPTERS` names; without it, on the one that needs no configuration. */
export function adaptersUnderTest(): Adapters {
  const wanted = process.env.ADAPTERS ?? 'embedded';
  if (!KNOWN.includes(wanted)) throw new Error(`ADAPTERS=${wanted} is none of ${KNOWN.join(', ')}`);
  return wanted as Adapters;
}

/** What a server is told about its stores. */
export const environmentOf = (adapters: Adapters, dataDir: string): Record<string, string> =>
  ({
    embedded: { DATA_DIR: dataDir },
  })[adapters];
