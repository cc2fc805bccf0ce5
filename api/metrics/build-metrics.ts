import { Gauge, type Registry } from 'prom-client';
import about from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { memoryLimit } from '../runtime/memory-limit.ts';

export const buildOf = ({ role, eventStoreUrl, mongodbUrl, smtpUrl }: Config) => ({
  version: about.version,
  role,
  events: eventStoreUrl ? 'eventstoredb' : 'sqlite',
  documents: mongodbUrl ? 'mongodb' : 'sqlite',
  mail: smtpUrl ? 'smtp' : 'files',
});

/** Labels distinguish versions during an upgrade; the memory limit is for alerts. */
export function exposeBuild(registry: Registry, config: Config): void {
  const labels = buildOf(config);
  new Gauge({
    name: 'intake_build_info',
    help: 'Always 1; version, role and adapters of this process',
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
  new Gauge({
    name: 'intake_memory_limit_bytes',
    help: 'Memory limit of the process: that of its container, else of the machine',
    registers: [registry],
  }).set(memoryLimit());
}
