import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../projections/engine/contract.ts';

const LOOK_EVERY_MS = 20;

/** Null once the read models have caught up with the log, or what keeps them from it: then waiting would never end. */
export async function obstacleOf(engine: Pick<Engine, 'whenReady' | 'status'>): Promise<string | null> {
  const ready = engine.whenReady().then(() => true);
  for (;;) {
    const { error } = await engine.status();
    if (await Promise.race([ready, pause(error === null ? LOOK_EVERY_MS : 0, false)])) return null;
    if (error !== null) return error;
  }
}
