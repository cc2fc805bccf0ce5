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
    'Sending an email template to an application in NEW moves it to INFORMATION SENT',
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
    'A step is complete when all listed assessments are submitted',
    'A step is complete when a payment model is chosen where applicable',
    'A step with nothing to complete is never complete',
    'Condition targets: ASSESSMENTS_COMPLETE, STATUS by rank, FIELD',
    'Condition operators: Greater than, Greater than or equal, Exists',
    'OR: any term; AND: all terms; no terms means true',
    'A failed evaluation counts as false',
    'Assessment solution: started, answers saved, submitted, may be retaken',
    'Project: file upload submits',
    'External: completed elsewhere; an inbound webhook event reports completion',
    'Enrollment flow: submitted, set password, application linked to new user',
    'Password reset: request link, with token enter new password, complete',
  ],
  5: [
    'Every required field must have a value',
    'File uploads must be valid and under 2MB',
    'Where did you hear about our bootcamp? is stored as tracking',
    'Batch slug: optional; lower-case a-z, digits and -; at least 6 characters',
    'Saving a batch needs an organization',
    'Payment model: its numbers must parse as numbers',
    'Assessment image upload only after the assessment is created',
    'Transfer requires a target',
    'Analytics ids: Google at most 16 characters, Facebook fewer than 18; special characters replaced',
    'Add user: email and role must both be non-empty and an organization must exist',
    'Quiz: submitted only when every question has an answer',
    'Enrollment is blocked if the user already has an application for that batch',
    'Comment deletion: only own comments',
  ],
  6: [
    'Staff navigation: Owner, Admin, Viewer, or creator flag',
    'Application admin tools, comments, plan, assignee, admin-only fields: Owner or Admin',
    'Manage payment models: Owner only',
    'Promote a user to Owner: Owner',
    'Change or remove members: staff passing the users check; an Owner cannot be changed',
    'Additional (private) batch details: any signed-in user',
    'Applicants sign up and log in as non-creators (isCreator false)',
    "Admins' own activity is not logged in user activity",
  ],
  9: [
    'Batch default capacity 20; slug minimum 6 characters',
    'Assessment default time limit 60 minutes, null for external',
    'File upload limit 2MB',
    'Payment model defaults: upfrontCost 0, monthlyCost 0, numberOfMonths 0, monthlyPaymentDay 1, monthlyPaymentDelay 0',
    'Default sorts: applications by created date, descending on the dashboard; batches by status order and created date',
    'Step integration types: Calendly, Vimeo, Zoom',
    'Activity tracking began Nov 12, 2021',
  ],
} as const satisfies Record<number, readonly string[]>;

/** What the specification says there of screens alone. */
export const IN_THE_BROWSER = {
  4: ['Process editor: save enabled only with unsaved changes; leaving with unsaved changes asks confirmation'],
  5: [
    'Custom report range: both dates required; start on or before end',
    'Relative-week chart counts only weeks 1 to 52 after batch opening',
    'Email template attachments only after the first save',
    'All destructive actions ask for confirmation',
  ],
  6: ['Reports: creator account (anyone with a role in the organization)'],
  9: [
    'Payments summary: at most 3 overdue and 3 upcoming invoices',
    'Quiz passing score for the reward event: 50 or more; conversion events',
    'Login button busy for 3 seconds; loading message after 1 second; scroll to form after 1 second',
    'Displayed durations; previews of 50 and 200 characters; shortened file names',
    'Reports and trends: periods, views, ticks, palette, weeks',
    'Dashboard tabs: active, complete, all',
  ],
} as const satisfies Record<number, readonly string[]>;

export type Section = keyof typeof SPECIFICATION;
export type LineOf<S extends Section> = (typeof SPECIFICATION)[S][number];
