import { DocumentStoreUnavailable } from '../port.ts';
import type { Outcome, Write } from './write.ts';

/** The writes to one collection, sent together at the end of the turn of the event loop that issued them. */
export interface TurnsOfWrites {
  add(write: Write): Promise<boolean>;
  /** Resolves when everything issued so far has been answered. */
  settled(): Promise<void>;
}

interface Pending {
  readonly write: Write;
  resolve(isChanged: boolean): void;
  reject(error: unknown): void;
}

/** `carryOut` gets writes of different documents; it never rejects for a single one of them. */
export function createTurnsOfWrites(
  carryOut: (writes: readonly Write[]) => Promise<readonly Outcome[]>,
): TurnsOfWrites {
  let turn: Pending[] = [];
  const underWay = new Set<Promise<void>>();

  const endTurn = () => {
    const sent = send(turn, carryOut);
    turn = [];
    underWay.add(sent);
    sent.then(() => underWay.delete(sent));
  };

  return {
    add: (write) =>
      new Promise<boolean>((resolve, reject) => {
        if (turn.length === 0) setImmediate(endTurn);
        turn.push({ write, resolve, reject });
      }),
    async settled() {
      if (turn.length > 0) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(underWay);
    },
  };
}

/** Stage by stage: writes of one document keep their order, and none is sent after one of its own that may still land. */
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
      const unsent = new DocumentStoreUnavailable('An earlier write of the same turn may not have been carried out');
      for (const { reject } of stages.slice(index + 1).flat()) reject(unsent);
    } catch (error) {
      for (const { reject } of stages.slice(index).flat()) reject(error);
    }
    return;
  }
}

const isUnknown = (outcome: Outcome) =>
  typeof outcome !== 'boolean' && outcome.error instanceof DocumentStoreUnavailable;

/** The first stage holds the first write of each document, the second the second one, and so on. */
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
