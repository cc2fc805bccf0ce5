import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../commands/context/context.ts';
import { Dispatcher } from '../commands/outbox/dispatcher.ts';
import { LANES, type Lane, schoolMailLane } from '../commands/outbox/lanes.ts';
import { openOutbox } from '../commands/outbox/outbox.ts';
import { entryAskedFor } from '../commands/outbox/reaction.ts';
import { openTemporaryStores } from '../test/support/temporary-stores.ts';
import { percentile } from './http-commands.ts';
import type { Row } from './row.ts';

const EMAILS = 400;
const BACKLOG = 1000;
const BAR = 1.1;

/** An outbox in which a school's lane hangs with `backlog` emails. */
async function openPortal(backlog: number) {
  const stores = await openTemporaryStores();
  const outbox = openOutbox(stores.vault);
  const waiting = new Map<string, () => void>();
  const dispatcher = new Dispatcher({
    outbox,
    reactions: [
      {
        name: 'mail',
        deliveriesFor: () => [],
        carryOut: async ({ lane }, signal) => {
          if (lane === 'mail') return { kind: 'delivered' };
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
      },
    ],
    now: Date.now,
    graceMs: 1,
    onProblem: (message, error) => console.error(message, error),
    onAttempt: ({ entry }) => waiting.get(entry._id)?.(),
    isShared: false,
  });
  const note = async (lane: Lane) => {
    const context = { commandId: randomUUID(), organizationId: null, correlationId: '' } as unknown as CommandContext;
    const entry = entryAskedFor({ reaction: 'mail', stream: 'user-1', delayMs: 0, lane }, context, Date.now());
    const delivered = new Promise<void>((resolve) => waiting.set(entry._id, resolve));
    await outbox.insert(entry);
    dispatcher.wake();
    return { delivered };
  };
  await Promise.all(Array.from({ length: backlog }, () => note(schoolMailLane('hanging'))));
  return {
    hanging: () => outbox.count({ state: 'sending' }),
    async mail(): Promise<number> {
      const begun = performance.now();
      await (await note('mail')).delivered;
      return performance.now() - begun;
    },
    async close() {
      await dispatcher.stop();
      await stores[Symbol.asyncDispose]();
    },
  };
}

/** The time of an email, alone and while a thousand others are due in a lane that hangs. */
export async function benchLanes(): Promise<Row[]> {
  const [alone, beside] = [await openPortal(0), await openPortal(BACKLOG)];
  try {
    const took: { readonly alone: number[]; readonly beside: number[] } = { alone: [], beside: [] };
    // By turns, so that other load slows both.
    for (let n = 0; n < EMAILS; n += 1) {
      took.alone.push(await alone.mail());
      took.beside.push(await beside.mail());
    }
    if ((await beside.hanging()) !== LANES['school-mail'].atOnce) throw new Error('The lane does not hang');
    const figure = percentile(took.beside, 50);
    return [
      {
        name: 'an email while another lane hangs, median ÷ alone',
        figure,
        unit: 'ms',
        ratio: figure / percentile(took.alone, 50),
        bar: BAR,
        isLessBetter: true,
      },
    ];
  } finally {
    await Promise.all([alone.close(), beside.close()]);
  }
}
