/** In display order: hidden, accepting, only current applicants, started. */
export const BATCH_STATUSES = ['Draft', 'Open', 'Closed', 'Complete'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const hasStarted = (status: BatchStatus | undefined): boolean => status === 'Complete';

/** Shown by Trends and by *Active Only* in the reports. */
export const isOngoing = ({ status }: { readonly status: BatchStatus }): boolean =>
  status === 'Open' || status === 'Closed';
