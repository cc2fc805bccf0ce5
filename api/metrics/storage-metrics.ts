import { Gauge, type Registry } from 'prom-client';
import type { Stores } from '../storage/stores.ts';
import { clearSamples, type Watcher } from './metrics.ts';

export function watchStorage(registry: Registry, stores: Pick<Stores, 'usage'>): Watcher {
  const stored = new Gauge({
    name: 'intake_storage_bytes',
    help: 'Stored bytes by part: events, read-models, vault, files, outbox (emails written to files)',
    labelNames: ['part'],
    registers: [registry],
  });
  const free = new Gauge({
    name: 'intake_disk_free_bytes',
    help: 'Free space on the file system of DATA_DIR and, if known, of MongoDB',
    labelNames: ['disk'],
    registers: [registry],
  });
  const size = new Gauge({
    name: 'intake_disk_size_bytes',
    help: 'Size of these file systems',
    labelNames: ['disk'],
    registers: [registry],
  });
  const clear = () => clearSamples(stored, free, size);
  return {
    part: 'storage',
    clear,
    async read() {
      const { parts, disks } = await stores.usage();
      clear();
      for (const [part, bytes] of Object.entries(parts)) stored.set({ part }, bytes);
      for (const [disk, space] of Object.entries(disks)) {
        free.set({ disk }, space.free);
        size.set({ disk }, space.size);
      }
    },
  };
}
