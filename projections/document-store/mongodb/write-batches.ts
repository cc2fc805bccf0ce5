import { DocumentStoreUnavailable } from '../port.ts';
import type { Outcome, Write } from './write.ts';

/** Collects the writes of one event-loop tick and sends them together. */
export interface WriteBatches {
  add(write: Write): Promise<boolean>;
  settled(): Promise<void>;
}

interface Pending {
  readonly write: Write;
  resolve(isChanged: boolean): void;
  reject(error: unknown): void;
}

/** `carryOut` gets writes of different documents and never rejects for a single one. */
export function createWriteBatches(carryOut: (writes: readonly Write[]) => Promise<readonly Outcome[]>): WriteBatches {
  let batch: Pending[] = [];
  const underWay = new Set<Promise<void>>();

  const sendBatch = () => {
    const sent = send(batch, carryOut);
    batch = [];
    underWay.add(sent);
    sent.then(() => underWay.delete(sent));
  };

  return {
    add: (write) =>
      new Promise<boolean>((resolve, reject) => {
        if (batch.length === 0) setImmediate(sendBatch);
        batch.push({ write, resolve, reject });
      }),
    async settled() {
      if (batch.length > 0) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(underWay);
    },
  };
}

/** Writes of one document keep their order: each waits until the one before it is answered. */
async function send(pending: readonly Pending[], carryOut: (writes: readonly Write[]) => Promise<readonly Outcome[]>) {
  const stages = stagesOf(pending);
  for (const [index, stage] of stages.entries()) {
    try {
      const outcomes = await carryOut(stage.map(({ write }) => write));
      for (const [n, { resolve, reject }] of stage.entries()) {
        const outcome = outcomes[n] as Outcome;
        if (typeof outcome === 'boolean') resolve(outcome);
        else reject(outcome.error);
      }
      if (outcomes.every((outcome) => !isUnknown(outcome))) continue;
      const unsent = new DocumentStoreUnavailable('An earlier write of the same batch may not have been carried out');
      for (const { reject } of stages.slice(index + 1).flat()) reject(unsent);
    } catch (error) {
      for (const { reject } of stages.slice(index).flat()) reject(error);
    }
    return;
  }
}

const isUnknown = (outcome: Outcome) =>
  typeof outcome !== 'boolean' && outcome.error instanceof DocumentStoreUnavailable;

function stagesOf(pending: readonly Pending[]): Pending[][] {
  const stages: Pending[][] = [];
  const counts = new Map<string, number>();
  for (const each of pending) {
    const { id } = each.write;
    const earlier = counts.get(id) ?? 0;
    counts.set(id, earlier + 1);
    const stage = stages[earlier];
    if (stage) stage.push(each);
    else stages.push([each]);
  }
  return stages;
}
