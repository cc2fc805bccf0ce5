/** In the order in which batches are shown: hidden, accepting, only current applicants, started. */
export const BATCH_STATUSES = ['Draft', 'Open', 'Closed', 'Complete'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** The course has begun: its applications can be changed by admins only. */
export const hasStarted = (status: BatchStatus | undefined): boolean => status === 'Complete';
