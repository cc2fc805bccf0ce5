import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../projections/engine/contract.ts';

const LOOK_EVERY_MS = 20;
/** Stores on servers and leaders may be unavailable for a moment. */
const REMOTE_WAIT_MS = 5000;

/** Null once the read models have caught up, else what keeps them from it. */
export async function obstacleOf(
  engine: Pick<Engine, 'whenReady' | 'status'>,
  { areRemote }: { readonly areRemote: boolean },
): Promise<string | null> {
  const ready = engine.whenReady().then(() => true);
  let since: number | null = null;
  for (;;) {
    const { error } = await engine.status();
    since = error === null ? null : (since ?? performance.now());
    const isLasting = since !== null && (!areRemote || performance.now() - since >= REMOTE_WAIT_MS);
    if (await Promise.race([ready, pause(isLasting ? 0 : LOOK_EVERY_MS, false)])) return null;
    if (isLasting) return error;
  }
}
