import { Gauge, type Registry } from 'prom-client';
import type { FileCounts } from '../../commands/integrity/verify.ts';

const FAULTS = ['missing', 'damaged'] as const satisfies readonly (keyof FileCounts)[];

export function countFaultyUploads(registry: Registry): (counts: Pick<FileCounts, (typeof FAULTS)[number]>) => void {
  const faulty = new Gauge({
    name: 'intake_uploaded_files_faulty',
    help: 'Missing or damaged uploaded files at the last check of this process: the leader checks daily, any process at "intake verify"',
    labelNames: ['fault'],
    registers: [registry],
  });
  const set: ReturnType<typeof countFaultyUploads> = (counts) => {
    for (const fault of FAULTS) faulty.set({ fault }, counts[fault]);
  };
  set({ missing: 0, damaged: 0 });
  return set;
}
