import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { EnrollPage } from '../features/enroll/enroll-page.tsx';
import { NotFound } from '../shared/ui/page-state.tsx';
import { ApplicationPage, AssessmentPage } from './drawn-pages.ts';
import { ErrorPage } from './error-page.tsx';
import { Shell } from './shell.tsx';

const HomePage = lazy(() => import('../features/home/home-page.tsx').then((m) => ({ default: m.HomePage })));
const EnterPage = lazy(() => import('../features/auth/enter-page.tsx').then((m) => ({ default: m.EnterPage })));
const VerifyEmailPage = lazy(() =>
  import('../features/auth/verify-email-page.tsx').then((m) => ({ default: m.VerifyEmailPage })),
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
const DashboardPage = lazy(() => import('./pages/dashboard-page.tsx').then((m) => ({ default: m.DashboardPage })));

const ConfigPage = lazy(() => import('../features/config/config-page.tsx').then((m) => ({ default: m.ConfigPage })));

/** /enroll, where most visits begin, is in the first load; every other page loads when it is opened. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <ErrorPage />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { index: true, element: <HomePage /> },
          { path: 'login', element: <EnterPage kind="login" /> },
          { path: 'signup', element: <EnterPage kind="signup" /> },
          { path: 'verifyEmail', element: <VerifyEmailPage /> },
          { path: 'passwordReset', element: <PasswordResetPage /> },
          { path: 'invite', element: <InvitePage /> },
          { path: 'payments', element: <PaymentsPage /> },
          { path: 'account', element: <AccountPage /> },
          { path: 'enroll', element: <EnrollPage /> },
          { path: 'apply', element: <EnrollPage /> },
          { path: 'apply/:organization', element: <EnrollPage /> },
          { path: 'apply/:organization/:batch', element: <EnrollPage /> },
          { path: 'batch/:batchId', element: <BatchPage /> },
          { path: 'application/:applicationId', element: <ApplicationPage /> },
          { path: 'applications/:applicationId/assessments/:assessmentId', element: <AssessmentPage /> },
          { path: 'admin/dashboard', element: <DashboardPage />, handle: { isStaffArea: true } },
          { path: 'admin/config/*', element: <ConfigPage />, handle: { isStaffArea: true } },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];
