import type { ApplicationStatus } from '../../../../domain/application/statuses.ts';
import type { Meaning } from '../theme/tokens.ts';

export const STATIONS = ['Applied', 'Review', 'Interview', 'Contract', 'Enrolled'] as const;

interface StatusWords {
  readonly banner: string;
  readonly next: string;
  readonly meaning: Meaning;
  readonly station: number | null;
}

const BY_EMAIL = 'We will email you as soon as there is news.';

export const STATUS_WORDS: Readonly<Record<ApplicationStatus, StatusWords>> = {
  CANCELLED: {
    banner: 'This application is no longer active and cannot be changed.',
    next: 'If you think this is a mistake, please reply to one of our emails.',
    meaning: 'neutral',
    station: null,
  },
  WITHDRAWN: {
    banner: 'This application has been withdrawn and cannot be changed.',
    next: 'If you would like to continue, please reply to one of our emails.',
    meaning: 'neutral',
    station: null,
  },
  TRANSFERRED: {
    banner: 'This application has moved to another program.',
    next: 'Your answers moved too.',
    meaning: 'neutral',
    station: null,
  },
  'CONTRACT DECLINED': {
    banner: 'The contract was declined.',
    next: 'If you have changed your mind, please reply to one of our emails.',
    meaning: 'neutral',
    station: null,
  },
  'INCORRECT INFORMATION': {
    banner: 'Something in your application needs to be corrected.',
    next: 'Please correct your answers under “What you sent”, then send them.',
    meaning: 'attention',
    station: 1,
  },
  NEW: { banner: 'We have received your application.', next: BY_EMAIL, meaning: 'good', station: 0 },
  'INFORMATION SENT': {
    banner: 'We have sent you information by email.',
    next: 'Please read our email. Your next steps are below.',
    meaning: 'good',
    station: 0,
  },
  'DECISION PENDING': {
    banner: 'We are reading your application.',
    next: BY_EMAIL,
    meaning: 'good',
    station: 1,
  },
  'INTERVIEW PENDING': {
    banner: 'We would like to meet you.',
    next: 'Please book your interview.',
    meaning: 'attention',
    station: 2,
  },
  'INTERVIEW SCHEDULED': {
    banner: 'Your interview is booked.',
    next: 'We look forward to meeting you.',
    meaning: 'good',
    station: 2,
  },
  'INTERVIEW COMPLETED': { banner: 'Thank you for the interview.', next: BY_EMAIL, meaning: 'good', station: 2 },
  'GROUP CALL COMPLETED': {
    banner: 'Thank you for joining the group call.',
    next: BY_EMAIL,
    meaning: 'good',
    station: 2,
  },
  'DRILLS PENDING': {
    banner: 'You have exercises to complete.',
    next: 'Please complete the exercises that we emailed you.',
    meaning: 'attention',
    station: 2,
  },
  'CONTRACT SENT': {
    banner: 'We have sent you your contract.',
    next: 'Please read the contract, sign it and send it back.',
    meaning: 'attention',
    station: 3,
  },
  'CONTRACT RECEIVED': {
    banner: 'We have received your signed contract.',
    next: 'We are confirming your place and setting up your payments.',
    meaning: 'good',
    station: 3,
  },
  'FINANCE PENDING': {
    banner: 'We are arranging your payments.',
    next: BY_EMAIL,
    meaning: 'good',
    station: 3,
  },
  COMPLETE: {
    banner: 'You are enrolled. Welcome!',
    next: 'We will email you before the first day.',
    meaning: 'good',
    station: 4,
  },
};

/** In place of the words of INCORRECT INFORMATION, once all marked answers are corrected. */
export const CORRECTED = {
  banner: 'Thank you for your corrections. We are checking them.',
  next: BY_EMAIL,
} as const;

export const nextOf = (status: ApplicationStatus, hasStarted: boolean): string =>
  hasStarted && STATUS_WORDS[status].station !== null ? 'The program has started.' : STATUS_WORDS[status].next;

const LOCKED_FOR_STAFF = 'The applicant can no longer change it; you still can.';
const STAFF_BANNERS: Partial<Record<ApplicationStatus, string>> = {
  CANCELLED: `This application is no longer active. ${LOCKED_FOR_STAFF}`,
  WITHDRAWN: `This application has been withdrawn. ${LOCKED_FOR_STAFF}`,
  TRANSFERRED: `This application has moved to another program. ${LOCKED_FOR_STAFF}`,
};

export function bannerOf(status: ApplicationStatus, canWork: boolean): string {
  const { banner, next, station } = STATUS_WORDS[status];
  const forStaff = canWork ? STAFF_BANNERS[status] : undefined;
  return forStaff ?? (station === null ? `${banner} ${next}` : banner);
}
