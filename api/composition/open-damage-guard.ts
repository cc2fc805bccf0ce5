import type { Logger } from 'pino';
import { createDamageGuard, type DamageGuard } from '../../commands/integrity/damage-guard.ts';
import type { VerificationRecords } from '../../commands/integrity/verification-records.ts';
import { REPAIR } from '../storage/repair.ts';

const LOOK_EVERY_MS = 10_000;

export interface OpenedGuard {
  readonly guard: DamageGuard;
  close(): void;
}

export async function openDamageGuard({
  records,
  isShared,
  now,
  logger,
  onProblem,
}: {
  records: VerificationRecords;
  isShared: boolean;
  now: () => number;
  logger: Logger;
  onProblem: (message: string, error: unknown) => void;
}): Promise<OpenedGuard> {
  const guard = createDamageGuard({
    records,
    now,
    onDamage: ({ what, foundAt }) =>
      logger.error({ damage: what, foundAt }, `the stored data is damaged; no more events are appended. ${REPAIR}`),
    onProblem,
  });
  await guard.look();
  if (!isShared) return { guard, close: () => {} };
  const look = () => void guard.look().catch((error) => onProblem('The damage records could not be read', error));
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return { guard, close: () => clearInterval(timer) };
}
