import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { PAGES } from '../../../domain/values/pages.ts';
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
          { path: PAGES.home.path, element: <HomePage /> },
          { path: PAGES.login.path, element: <EnterPage kind="login" /> },
          { path: PAGES.signup.path, element: <EnterPage kind="signup" /> },
          { path: PAGES.verifyEmail.path, element: <VerifyEmailPage /> },
          { path: PAGES.passwordReset.path, element: <PasswordResetPage /> },
          { path: PAGES.invite.path, element: <InvitePage /> },
          { path: PAGES.payments.path, element: <PaymentsPage /> },
          { path: PAGES.account.path, element: <AccountPage /> },
          { path: PAGES.enroll.path, element: <EnrollPage /> },
          { path: PAGES.apply.path, element: <EnrollPage /> },
          { path: PAGES.applyTo.path, element: <EnrollPage /> },
          { path: PAGES.applyToBatch.path, element: <EnrollPage /> },
          { path: PAGES.batch.path, element: <BatchPage /> },
          { path: PAGES.application.path, element: <ApplicationPage /> },
          { path: PAGES.assessment.path, element: <AssessmentPage /> },
          { path: PAGES.dashboard.path, element: <DashboardPage />, handle: { isStaffArea: true } },
          { path: PAGES.config.path, element: <ConfigPage />, handle: { isStaffArea: true } },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];
