import { Gauge, type Registry } from 'prom-client';
import type { DamageGuard } from '../../commands/integrity/damage-guard.ts';
import type { VerificationRecords } from '../../commands/integrity/verification-records.ts';
import type { Stores } from '../storage/stores.ts';
import { clearSamples, type Watcher } from './metrics.ts';

export function watchIntegrity(
  registry: Registry,
  {
    stores,
    records,
    guard,
    head,
  }: {
    stores: Pick<Stores, 'refusal'>;
    records: Pick<VerificationRecords, 'round'>;
    guard: Pick<DamageGuard, 'damage'>;
    head: () => Promise<bigint>;
  },
): Watcher {
  const gauge = (name: string, help: string) => new Gauge({ name: `intake_${name}`, help, registers: [registry] });
  const isSound = gauge('verification_sound', '0 if the log or the vault is known to be damaged, else 1');
  const finished = gauge(
    'verification_finished_timestamp_seconds',
    'When the background verification last read the log to its head and found it sound; 0 before the first time',
  );
  const share = gauge(
    'verification_share',
    'Share of the log that the present round of the background verification has read',
  );
  const isWritable = gauge(
    'storage_writable',
    '0 while a store takes no writes: the disk of an embedded file or of a server is full or broken, or a server is away; else 1',
  );
  return {
    part: 'integrity',
    clear: () => clearSamples(isSound, finished, share, isWritable),
    async read() {
      isSound.set(guard.damage ? 0 : 1);
      isWritable.set((await stores.refusal()) === null ? 1 : 0);
      const round = await records.round();
      const end = await head();
      finished.set(round?.finishedAt ? Date.parse(round.finishedAt) / 1000 : 0);
      share.set(round?.isOver || end === 0n ? 1 : Math.min(1, Number(round?.position ?? 0n) / Number(end)));
    },
  };
}
