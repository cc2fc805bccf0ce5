import { Route, Routes } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import { EditReportPage } from './edit-report-page.tsx';
import { ReportPage } from './report-page.tsx';
import { SavedReportList } from './saved-report-list.tsx';

/** In the past nothing is changed, so the addresses of the builder show the list and the report. */
export function SavedReportsPage({ organization }: { organization: Organization }) {
  const isPast = usePosition() !== null;
  const builder = <EditReportPage organization={organization} />;
  return (
    <Routes>
      <Route index element={<SavedReportList organization={organization} />} />
      <Route path="new" element={isPast ? <SavedReportList organization={organization} /> : builder} />
      <Route path=":id" element={<ReportPage />} />
      <Route path=":id/edit" element={isPast ? <ReportPage /> : builder} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
