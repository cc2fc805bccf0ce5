import { type ComponentType, createContext, use } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Process } from './process.ts';

export interface ApplicantPreviewProps {
  readonly application: ApplicationView;
  readonly process: Process;
  /** Opens this step and scrolls to it. */
  readonly step: number | null;
}

/** The applicant's page as a part of staff pages. `app/` provides it, because features do not import each other. */
export interface ApplicantPageParts {
  readonly Preview: ComponentType<ApplicantPreviewProps>;
}

export const ApplicantPagePartsContext = createContext<ApplicantPageParts>({ Preview: () => null });

export const useApplicantPageParts = (): ApplicantPageParts => use(ApplicantPagePartsContext);
