import { Route, Routes } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import { EditReportPage } from './edit-report-page.tsx';
import { ReportPage } from './report-page.tsx';
import { SavedReportList } from './saved-report-list.tsx';

export const SavedReportsPage = ({ organization }: { organization: Organization }) => (
  <Routes>
    <Route index element={<SavedReportList organization={organization} />} />
    <Route path="new" element={<EditReportPage organization={organization} />} />
    <Route path=":id" element={<ReportPage />} />
    <Route path=":id/edit" element={<EditReportPage organization={organization} />} />
    <Route path="*" element={<NotFound />} />
  </Routes>
);
