import { totalmem } from 'node:os';

/** Bytes: the limit of the container, else the memory of the machine. */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
