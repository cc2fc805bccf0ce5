import { type ComponentType, createContext, use } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Question } from '../../../../domain/assessment/events.ts';
import type { Process } from './process.ts';

export interface ApplicantPreviewProps {
  readonly application: ApplicationView;
  readonly process: Process;
  /** Opens this step and scrolls to it. */
  readonly step: number | null;
}

export interface AssessmentTrialProps {
  /** As applicants get it: without the correct options. */
  readonly assessment: Assessment;
  /** For the score. */
  readonly questions: readonly Question[];
}

/** The applicant's pages as a part of staff pages. `app/` provides it, because features do not import each other. */
export interface ApplicantPageParts {
  readonly Preview: ComponentType<ApplicantPreviewProps>;
  readonly AssessmentTrial: ComponentType<AssessmentTrialProps>;
}

export const ApplicantPagePartsContext = createContext<ApplicantPageParts>({
  Preview: () => null,
  AssessmentTrial: () => null,
});

export const useApplicantPageParts = (): ApplicantPageParts => use(ApplicantPagePartsContext);
