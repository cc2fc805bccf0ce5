import { setTimeout as pause } from 'node:timers/promises';
import type { Outbox, OutboxEntry } from '../outbox/outbox.ts';

const LOOK_EVERY_MS = 50;
/** Longer than a process needs to send an email. */
const LONGEST_WAIT_MS = 10_000;

/** Waits for emails of these streams that are being sent: their process has read the data before it was erased. */
export async function untilSent(
  outbox: Pick<Outbox, 'find'>,
  stream: readonly string[],
  isAwaited: (entry: OutboxEntry) => boolean = () => true,
): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
    const { documents } = await outbox.find({ stream, state: 'sending' });
    if (!documents.some(isAwaited)) return;
    await pause(LOOK_EVERY_MS);
  }
}
