import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Composition, compose } from '../../api/composition/composition.ts';
import { type Config, readConfig } from '../../api/config/config.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { type ImportInput, importEvents, type RestoreInput, restore } from '../../api/operator/move-in.ts';
import { openOperator } from '../../api/operator/open-operator.ts';
import { openStores } from '../../api/storage/stores.ts';
import type { ImportResult } from '../../commands/transfer/import-log.ts';

export const PASSPHRASE = 'a lantern in the dark';

const MOVED = { erasures: null, acceptsUnproven: false, passphrase: async () => PASSPHRASE };

/** With its own stores, in this process. */
export interface Installation {
  readonly directory: string;
  readonly config: Config;
  operate<Answer>(name: string, input?: unknown): Promise<Answer>;
  import(file: string, options?: Partial<ImportInput>): Promise<ImportResult>;
  restore(directory: string, options?: Partial<RestoreInput>): Promise<ImportResult>;
  head(): Promise<bigint>;
  during<Answer>(work: (composition: Composition) => Promise<Answer>): Promise<Answer>;
}

export async function newInstallation(environment: Readonly<Record<string, string>> = {}): Promise<Installation> {
  return installationIn(await mkdtemp(join(tmpdir(), 'intake-installation-')), environment);
}

export function installationIn(directory: string, environment: Readonly<Record<string, string>> = {}): Installation {
  const config = readConfig({ DATA_DIR: directory, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...environment });
  const ignore = () => {};
  return {
    directory,
    config,
    async operate<Answer>(name: string, input: unknown = {}) {
      const { operator, close } = await openOperator(config, name);
      try {
        return (await operator(name, input, ignore)) as Answer;
      } finally {
        await close();
      }
    },
    import: (file, options = {}) => importEvents(config, { ...MOVED, isWithoutKeys: false, file, ...options }, ignore),
    async head() {
      const { eventStore, close } = await openStores(config);
      return eventStore.head().finally(close);
    },
    restore: (directory, options = {}) => restore(config, { ...MOVED, directory, ...options }, ignore),
    async during(work) {
      const composition = await compose(config, { logger: createLogger('silent'), hasReactions: false });
      try {
        await composition.engine.whenReady();
        return await work(composition);
      } finally {
        await composition.close();
      }
    },
  };
}
