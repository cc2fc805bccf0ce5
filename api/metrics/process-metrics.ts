import { collectDefaultMetrics, Registry } from 'prom-client';

let ofThisProcess: Registry | undefined;

/** Shared by all servers of the process. Measured from the first call on. */
export function processRegistry(): Registry {
  if (!ofThisProcess) {
    ofThisProcess = new Registry();
    collectDefaultMetrics({ register: ofThisProcess });
  }
  return ofThisProcess;
}
