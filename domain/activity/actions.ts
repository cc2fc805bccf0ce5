/** What an applicant's own doings are recorded as. */
export const ACTIVITY_ACTIONS = [
  'VIEW_APPLICATION',
  'VIEW_APPLICATION_STEP',
  'SAVE_APPLICATION_STEP',
  'SCHEDULED_INTERVIEW',
  'STARTED_ASSESSMENT',
  'SUBMITTED_ASSESSMENT',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];
