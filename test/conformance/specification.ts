/**
 * Sections 4 to 9 of the specification, line by line in its own words. Each line has one case, in the file of its section;
 * a line without one does not compile. Lines that only a browser can show stand apart.
 */
export const SPECIFICATION = {
  4: [
    'Batch status: Draft (new, hidden)',
    'Batch status: Open (accepting applications)',
    'Batch status: Closed (only current applicants continue)',
    'Batch status: Complete (course started; applications can no longer change)',
    'Any batch status can be picked',
    'Batches are sorted in that order, by created date ascending within it',
    'Application status, in rank order',
    'An Owner/Admin can set any status',
    'Choosing TRANSFERRED requires selecting another open batch',
    'A transfer leaves a TRANSFERRED original and a copy, each with its comment',
    'CANCELLED means inactive: the place is free again',
    'WITHDRAWN and TRANSFERRED also lock steps',
    'A scheduling event marks INTERVIEW SCHEDULED (sets calendlyStartTime and join URL)',
    'Read-only for non-admins when the batch is Complete',
    'Read-only when the viewer is staff but neither admin nor the applicant',
    'Steps: status indicator is complete, active, otherwise pending',
    'A step with a failing visibility condition is hidden',
    'A step is complete when its completion condition is met',
    'A step without a condition is complete when all form fields are filled',
    'A step is complete when a payment model is chosen where applicable',
    'A step with nothing to complete is never complete',
    'Condition targets: ASSESSMENTS_COMPLETE, STATUS by rank, FIELD',
    'Condition operators: Greater than, Greater than or equal, Exists',
    'OR: any term; AND: all terms; no terms means true',
    'Enrollment flow: submitted, set password, application linked to new user',
    'Password reset: request link, with token enter new password, complete',
  ],
} as const satisfies Record<number, readonly string[]>;

/** What the specification says there of screens alone. */
export const IN_THE_BROWSER = {
  4: ['Process editor: save enabled only with unsaved changes; leaving with unsaved changes asks confirmation'],
} as const satisfies Record<number, readonly string[]>;

export type Section = keyof typeof SPECIFICATION;
export type LineOf<S extends Section> = (typeof SPECIFICATION)[S][number];
