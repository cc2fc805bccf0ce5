import { lazy } from 'react';
import { ConfigPage as Page } from '../../features/config/config-page.tsx';
import { type ApplicantPageParts, ApplicantPagePartsContext } from '../../shared/application/applicant-page-parts.ts';

const PARTS: ApplicantPageParts = {
  Preview: lazy(() =>
    import('../../features/application/applicant-preview.tsx').then((m) => ({ default: m.ApplicantPreview })),
  ),
  AssessmentTrial: lazy(() =>
    import('../../features/assessment/assessment-trial.tsx').then((m) => ({ default: m.AssessmentTrial })),
  ),
};

export const ConfigPage = () => (
  <ApplicantPagePartsContext value={PARTS}>
    <Page />
  </ApplicantPagePartsContext>
);
