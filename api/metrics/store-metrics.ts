import { Histogram, type Registry } from 'prom-client';
import type { FileStore } from '../../commands/file-store/port.ts';
import type { CollectionSpec, Document, DocumentStore } from '../../projections/document-store/port.ts';
import { isUnavailable } from '../runtime/unavailable.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5];
const OUTCOMES = ['done', 'unavailable', 'failed'] as const;

type Timed = <Answer>(operation: string, call: () => Promise<Answer>) => Promise<Answer>;

export function measureVault(registry: Registry, vault: DocumentStore): DocumentStore {
  const timed = createTimed(registry, {
    name: 'intake_vault_duration_seconds',
    help: 'Duration of vault calls (sessions, keys, passwords, outbox) by operation and outcome: done, unavailable, failed',
    operations: VAULT_OPERATIONS,
  });
  return {
    ...vault,
    collection<Doc extends Document>(spec: CollectionSpec) {
      const collection = vault.collection<Doc>(spec);
      return { ...collection, ...timedCalls(collection, VAULT_OPERATIONS, timed) };
    },
  };
}

export function measureFiles(registry: Registry, files: FileStore): FileStore {
  const timed = createTimed(registry, {
    name: 'intake_files_duration_seconds',
    help: 'Duration of file store calls by operation and outcome: done, unavailable, failed',
    operations: FILE_OPERATIONS,
  });
  return { ...files, ...timedCalls(files, FILE_OPERATIONS, timed) };
}

const VAULT_OPERATIONS = ['get', 'getMany', 'find', 'count', 'insert', 'replace', 'delete'] as const;
const FILE_OPERATIONS = ['put', 'get', 'delete', 'list'] as const satisfies readonly (keyof FileStore)[];

/** Calls the methods synchronously, so that writes of one turn of the event loop stay together. */
function timedCalls<Name extends string, Store extends Record<Name, (...given: never[]) => Promise<unknown>>>(
  store: Store,
  names: readonly Name[],
  timed: Timed,
): Pick<Store, Name> {
  const calls = names.map((name) => [name, (...given: never[]) => timed(name, () => store[name](...given))]);
  return Object.fromEntries(calls);
}

function createTimed(
  registry: Registry,
  { name, help, operations }: { name: string; help: string; operations: readonly string[] },
): Timed {
  const durations = new Histogram({
    name,
    help,
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  for (const operation of operations) for (const outcome of OUTCOMES) durations.zero({ operation, outcome });
  return (operation, call) => {
    const started = performance.now();
    const end = (outcome: (typeof OUTCOMES)[number]) =>
      durations.observe({ operation, outcome }, (performance.now() - started) / 1000);
    return call().then(
      (answer) => {
        end('done');
        return answer;
      },
      (error: unknown) => {
        end(isUnavailable(error) ? 'unavailable' : 'failed');
        throw error;
      },
    );
  };
}
