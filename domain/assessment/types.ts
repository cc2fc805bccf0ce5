/** Answered in the portal within a time limit; handed in as a file; taken at an outside provider. */
export const ASSESSMENT_TYPES = ['quiz', 'project', 'external'] as const;
export type AssessmentType = (typeof ASSESSMENT_TYPES)[number];
