import { randomUUID } from 'node:crypto';
import type { EventLog } from '../../../commands/event-store/event-log.ts';
import type { Vault } from '../../../commands/vault/vault.ts';

const ID = 'demo';
const PAGE = 500;

/** Allows an interrupted demo to be resumed by repeating its commands. */
export interface DemoRun {
  /** The correlation id of all its commands; their ids follow from it. */
  readonly run: string;
  readonly applications: number;
  /** Milliseconds since the epoch: the demo's present. */
  readonly now: number;
  /** The number of scenes that are certainly done. */
  readonly done: number;
  readonly result?: {
    readonly organizationId: string;
    readonly commands: number;
    /** Absent for the published one. */
    readonly hasRandomPassword?: boolean;
  };
}

type Stored = DemoRun & { readonly _id: string };

export function openDemoRun(vault: Vault) {
  const documents = vault.collection<Stored>({ name: 'demos', indexes: [] });
  return {
    get: async (): Promise<DemoRun | undefined> => documents.get(ID),
    async begin(applications: number, now: number): Promise<DemoRun> {
      const run: Stored = { _id: ID, run: randomUUID(), applications, now, done: 0 };
      return (await documents.get(ID)) ?? ((await documents.insert(run)) ? run : this.begin(applications, now));
    },
    async note(run: DemoRun): Promise<void> {
      await documents.replace({ _id: ID, ...run });
    },
  };
}

export async function isAllOf(log: Pick<EventLog, 'readAll' | 'head'>, { run }: DemoRun): Promise<boolean> {
  const head = await log.head();
  for (let after = 0n; after < head; ) {
    const { events, position } = await log.readAll({ after, limit: PAGE });
    if (events.some(({ metadata }) => metadata.correlationId !== run)) return false;
    if (position <= after) break;
    after = position;
  }
  return true;
}
