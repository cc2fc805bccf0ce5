import { lazy } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { PAGES, pagePath } from '../../../domain/values/pages.ts';
import { lazily } from '../shared/browser/lazily.tsx';
import { NotFound } from '../shared/pages/page-state.tsx';
import type { PageHandle } from './page-handle.ts';
import {
  dashboardLists,
  prefetchApplication,
  prefetchAssessment,
  prefetchBatch,
  prefetchDashboard,
  prefetchHome,
  prefetchPrograms,
  prefetchProgramsOf,
  prefetchReports,
  reportLists,
  schoolInPath,
  schoolOfApplication,
  schoolOfHome,
} from './prefetch.ts';

const EnrollPage = lazily(() => import('../features/enroll/enroll-page.tsx').then((m) => m.EnrollPage));
const HomePage = lazily(() => import('../features/home/home-page.tsx').then((m) => m.HomePage));
const EnterPage = lazy(() => import('../features/auth/enter-page.tsx').then((m) => ({ default: m.EnterPage })));
const VerifyEmailPage = lazy(() =>
  import('../features/auth/verify-email-page.tsx').then((m) => ({ default: m.VerifyEmailPage })),
);
const LoginLinkPage = lazy(() =>
  import('../features/auth/login-link-page.tsx').then((m) => ({ default: m.LoginLinkPage })),
);
const PasswordResetPage = lazy(() =>
  import('../features/auth/password-reset-page.tsx').then((m) => ({ default: m.PasswordResetPage })),
);
const BatchPage = lazy(() => import('../features/enroll/batch-page.tsx').then((m) => ({ default: m.BatchPage })));
const InvitePage = lazy(() => import('../features/auth/invite-page.tsx').then((m) => ({ default: m.InvitePage })));
const PaymentsPage = lazy(() =>
  import('../features/payments/payments-page.tsx').then((m) => ({ default: m.PaymentsPage })),
);
const AccountPage = lazy(() =>
  import('../features/account/account-page.tsx').then((m) => ({ default: m.AccountPage })),
);
const EndDigestPage = lazy(() =>
  import('../features/auth/end-digest-page.tsx').then((m) => ({ default: m.EndDigestPage })),
);
const ApplicationPage = lazily(() => import('./pages/application-page.tsx').then((m) => m.ApplicationPage));
const AssessmentPage = lazily(() => import('../features/assessment/assessment-page.tsx').then((m) => m.AssessmentPage));
const DashboardPage = lazy(() => import('./pages/dashboard-page.tsx').then((m) => ({ default: m.DashboardPage })));

const ImportPage = lazy(() =>
  import('../features/dashboard/import/import-page.tsx').then((m) => ({ default: m.ImportPage })),
);
const ReportsPage = lazy(() =>
  import('../features/reports/reports-page.tsx').then((m) => ({ default: m.ReportsPage })),
);
const AuditPage = lazy(() => import('../features/audit/audit-page.tsx').then((m) => ({ default: m.AuditPage })));
const SecurityLogPage = lazy(() =>
  import('../features/security-log/security-log-page.tsx').then((m) => ({ default: m.SecurityLogPage })),
);
const NoticesPage = lazy(() =>
  import('../features/notices/notices-page.tsx').then((m) => ({ default: m.NoticesPage })),
);
const ProjectionsPage = lazy(() =>
  import('../features/projections/projections-page.tsx').then((m) => ({ default: m.ProjectionsPage })),
);
const ConfigPage = lazy(() => import('./pages/config-page.tsx').then((m) => ({ default: m.ConfigPage })));

const HOME: PageHandle = {
  prefetch: prefetchHome,
  schoolIfNone: schoolOfHome,
  prerenders: 'screen',
  load: HomePage.load,
};
const PROGRAMS: PageHandle = {
  prefetch: prefetchPrograms,
  offersSchools: true,
  prerenders: 'screen',
  load: EnrollPage.load,
};
const PROGRAMS_OF: PageHandle = {
  prefetch: prefetchProgramsOf,
  schoolOf: schoolInPath,
  prerenders: 'screen',
  load: EnrollPage.load,
};
const APPLICATION: PageHandle = {
  prefetch: prefetchApplication,
  schoolOf: schoolOfApplication,
  prerenders: 'screen',
  load: ApplicationPage.load,
};
const ASSESSMENT: PageHandle = {
  prefetch: prefetchAssessment,
  schoolOf: schoolOfApplication,
  prerenders: 'screen',
  load: AssessmentPage.load,
};
const DASHBOARD: PageHandle = {
  isStaffArea: true,
  prefetch: prefetchDashboard,
  lists: dashboardLists,
  prerenders: 'answers',
};
const STAFF_AREA: PageHandle = { isStaffArea: true };
const REPORTS: PageHandle = {
  isStaffArea: true,
  prefetch: prefetchReports,
  lists: reportLists,
  prerenders: 'answers',
};
const BATCH: PageHandle = { prefetch: prefetchBatch };

/** Every page is lazy, so that none weighs on another's first load. */
export const routes: RouteObject[] = [
  { path: PAGES.home.path, element: <HomePage />, handle: HOME },
  { path: PAGES.login.path, element: <EnterPage kind="login" /> },
  { path: PAGES.signup.path, element: <EnterPage kind="signup" /> },
  { path: PAGES.verifyEmail.path, element: <VerifyEmailPage /> },
  { path: PAGES.loginLink.path, element: <LoginLinkPage /> },
  { path: PAGES.passwordReset.path, element: <PasswordResetPage /> },
  { path: PAGES.invite.path, element: <InvitePage /> },
  { path: PAGES.endDigest.path, element: <EndDigestPage /> },
  { path: PAGES.payments.path, element: <PaymentsPage /> },
  { path: PAGES.account.path, element: <AccountPage /> },
  { path: PAGES.enroll.path, element: <EnrollPage />, handle: PROGRAMS },
  { path: PAGES.apply.path, element: <EnrollPage />, handle: PROGRAMS },
  { path: PAGES.applyTo.path, element: <EnrollPage />, handle: PROGRAMS_OF },
  { path: PAGES.applyToBatch.path, element: <EnrollPage />, handle: PROGRAMS_OF },
  { path: PAGES.batch.path, element: <BatchPage />, handle: BATCH },
  { path: PAGES.application.path, element: <ApplicationPage />, handle: APPLICATION },
  { path: PAGES.assessment.path, element: <AssessmentPage />, handle: ASSESSMENT },
  { path: PAGES.admin.path, element: <Navigate to={pagePath('dashboard')} replace /> },
  { path: PAGES.dashboard.path, element: <DashboardPage />, handle: DASHBOARD },
  { path: PAGES.importing.path, element: <ImportPage />, handle: STAFF_AREA },
  { path: PAGES.reports.path, element: <ReportsPage />, handle: REPORTS },
  { path: PAGES.audit.path, element: <AuditPage />, handle: STAFF_AREA },
  { path: PAGES.securityLog.path, element: <SecurityLogPage />, handle: STAFF_AREA },
  { path: PAGES.notices.path, element: <NoticesPage />, handle: STAFF_AREA },
  { path: PAGES.projections.path, element: <ProjectionsPage />, handle: STAFF_AREA },
  { path: PAGES.config.path, element: <ConfigPage />, handle: STAFF_AREA },
  { path: '*', element: <NotFound /> },
];
