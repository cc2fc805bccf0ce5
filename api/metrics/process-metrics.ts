import { collectDefaultMetrics, Registry } from 'prom-client';

let ofThisProcess: Registry | undefined;

/** Memory, event loop, garbage collection: of the process, however many servers it holds. Measured from the first call on. */
export function processRegistry(): Registry {
  if (!ofThisProcess) {
    ofThisProcess = new Registry();
    collectDefaultMetrics({ register: ofThisProcess });
  }
  return ofThisProcess;
}
