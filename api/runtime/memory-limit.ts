import { totalmem } from 'node:os';

/** Bytes that this process may have: of its container, else of the machine. */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
