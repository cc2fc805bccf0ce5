import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../projections/engine/contract.ts';

const LOOK_EVERY_MS = 20;
/** Where other processes fold, theirs may be over in a moment: a leader that has gone, a store that was away. */
const SHARED_PATIENCE_MS = 5000;

/** Null once the read models have caught up with the log, or what keeps them from it: then waiting would never end. */
export async function obstacleOf(
  engine: Pick<Engine, 'whenReady' | 'status'>,
  { isShared }: { readonly isShared: boolean },
): Promise<string | null> {
  const ready = engine.whenReady().then(() => true);
  let since: number | null = null;
  for (;;) {
    const { error } = await engine.status();
    since = error === null ? null : (since ?? performance.now());
    const isLasting = since !== null && (!isShared || performance.now() - since >= SHARED_PATIENCE_MS);
    if (await Promise.race([ready, pause(isLasting ? 0 : LOOK_EVERY_MS, false)])) return null;
    if (isLasting) return error;
  }
}
