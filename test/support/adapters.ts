import { randomBytes } from 'node:crypto';
import { describe, test } from 'vitest';
import { startEventStoreDouble } from './eventstore-double.ts';
import { databaseUrl } from './mongodb.ts';
import { MONGODB_FOR_THE_RUN } from './mongodb-for-the-run.ts';

/** The stores of a server under test: own files, or EventStoreDB and MongoDB. */
export type Adapters = 'embedded' | 'servers';
const KNOWN: readonly string[] = ['embedded', 'servers'] satisfies readonly Adapters[];

/** `ADAPTERS`; default: the pair that needs no configuration. */
export function adaptersUnderTest(): Adapters {
  const wanted = process.env.ADAPTERS ?? 'embedded';
  if (!KNOWN.includes(wanted)) throw new Error(`ADAPTERS=${wanted} is none of ${KNOWN.join(', ')}`);
  return wanted as Adapters;
}

const isEmbedded = adaptersUnderTest() === 'embedded';
/** For tests about the embedded files; skipped by name on servers. */
export const describeEmbedded = isEmbedded ? describe : describe.skip;

const runsRules = isEmbedded || process.env.ALL_ON_SERVERS === '1';
/** For a rule that no kind of store changes. On servers only `npm test -- --servers` runs it. */
export const testRule = (runsRules ? test : Object.assign(() => {}, { each: () => () => {} })) as typeof test;
export const describeRule = (runsRules ? describe : () => {}) as typeof describe;

/** For one installation: on servers its own databases and its own double of EventStoreDB. */
export interface TestStores {
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openTestStores(dataDir: string, adapters: Adapters = adaptersUnderTest()): Promise<TestStores> {
  if (adapters === 'embedded') return { environment: { DATA_DIR: dataDir }, close: async () => {} };
  const mongodb = process.env[MONGODB_FOR_THE_RUN];
  if (mongodb === undefined) throw new Error(`${MONGODB_FOR_THE_RUN} is not set`);
  const eventStore = await startEventStoreDouble();
  return {
    environment: {
      DATA_DIR: dataDir,
      EVENTSTORE_URL: eventStore.url,
      MONGODB_URL: databaseUrl(mongodb),
      MASTER_KEY: randomBytes(32).toString('base64'),
    },
    close: () => eventStore.close(),
  };
}
