import type { Environment } from '../handling/environment.ts';

/** Webhooks that are older than the first start that delivers events begin there. Positions are the store's own. */
interface DeliveryStart {
  readonly _id: 'webhooks';
  readonly storeId: string;
  readonly position: string;
}

/** Every process calls it before it accepts commands. */
export async function openStart({ vault, log }: Pick<Environment, 'vault' | 'log'>): Promise<bigint> {
  const starts = vault.collection<DeliveryStart>({ name: 'reactionCheckpoints', indexes: [] });
  for (;;) {
    const saved = await starts.get('webhooks');
    const { storeId } = log;
    if (saved?.storeId === storeId) return BigInt(saved.position);
    const start: DeliveryStart = { _id: 'webhooks', storeId, position: String(await log.head()) };
    const isDone = saved ? await starts.replace(start, { storeId: saved.storeId }) : await starts.insert(start);
    if (isDone) return BigInt(start.position);
  }
}
