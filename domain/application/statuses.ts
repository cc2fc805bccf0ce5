/** In rank order: a condition on STATUS compares positions in this list. */
export const APPLICATION_STATUSES = [
  'CANCELLED',
  'WITHDRAWN',
  'TRANSFERRED',
  'CONTRACT DECLINED',
  'INCORRECT INFORMATION',
  'NEW',
  'INFORMATION SENT',
  'DECISION PENDING',
  'INTERVIEW PENDING',
  'INTERVIEW SCHEDULED',
  'INTERVIEW COMPLETED',
  'GROUP CALL COMPLETED',
  'DRILLS PENDING',
  'CONTRACT SENT',
  'CONTRACT RECEIVED',
  'FINANCE PENDING',
  'COMPLETE',
] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const rankOf = (status: ApplicationStatus): number => APPLICATION_STATUSES.indexOf(status);

export const isApplicationStatus = (text: unknown): text is ApplicationStatus =>
  (APPLICATION_STATUSES as readonly unknown[]).includes(text);

/** True from INTERVIEW SCHEDULED to COMPLETE for `hasReached('…', 'INTERVIEW SCHEDULED')`. */
export const hasReached = (status: ApplicationStatus, other: ApplicationStatus): boolean =>
  rankOf(status) >= rankOf(other);

export const isInactive = (status: ApplicationStatus): boolean => status === 'CANCELLED';

export const isContractSigned = (status: ApplicationStatus): boolean =>
  status === 'CONTRACT RECEIVED' || status === 'FINANCE PENDING';

const LOCKED: readonly ApplicationStatus[] = ['CANCELLED', 'WITHDRAWN', 'TRANSFERRED'];
/** The applicant can no longer do anything. */
export const isLocked = (status: ApplicationStatus): boolean => LOCKED.includes(status);

const RELEASED: readonly ApplicationStatus[] = ['CANCELLED', 'TRANSFERRED'];
export const releasesPlace = (status: ApplicationStatus): boolean => RELEASED.includes(status);

export const STATUS_FAMILIES = ['ended', 'new', 'in review', 'interview & tests', 'contract & done'] as const;
export type StatusFamily = (typeof STATUS_FAMILIES)[number];

export const FAMILY_OF_STATUS: Readonly<Record<ApplicationStatus, StatusFamily>> = {
  CANCELLED: 'ended',
  WITHDRAWN: 'ended',
  TRANSFERRED: 'ended',
  'CONTRACT DECLINED': 'ended',
  'INCORRECT INFORMATION': 'in review',
  NEW: 'new',
  'INFORMATION SENT': 'new',
  'DECISION PENDING': 'in review',
  'INTERVIEW PENDING': 'interview & tests',
  'INTERVIEW SCHEDULED': 'interview & tests',
  'INTERVIEW COMPLETED': 'interview & tests',
  'GROUP CALL COMPLETED': 'interview & tests',
  'DRILLS PENDING': 'interview & tests',
  'CONTRACT SENT': 'contract & done',
  'CONTRACT RECEIVED': 'contract & done',
  'FINANCE PENDING': 'contract & done',
  COMPLETE: 'contract & done',
};

/** Statuses that wait for a next step: neither ended nor COMPLETE. */
export const canBeOverdue = (status: ApplicationStatus): boolean =>
  FAMILY_OF_STATUS[status] !== 'ended' && status !== 'COMPLETE';
