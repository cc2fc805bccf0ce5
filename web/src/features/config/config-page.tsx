import classes from './config.module.css';
import '../../shared/ui/mantine-styles.ts';
import { Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ComponentType, Fragment, lazy, Suspense } from 'react';
import { Link, Navigate, NavLink, Route, Routes, useLocation, useSearchParams } from 'react-router';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { type Capability, can, isStaff } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import past from '../../shared/as-of/as-of.module.css';
import { AS_OF } from '../../shared/as-of/as-of-address.ts';
import { AsOfBar } from '../../shared/as-of/as-of-bar.tsx';
import { ShownMomentContext, useShownMoment } from '../../shared/as-of/shown-moment.ts';
import { KeptDraftNote } from '../../shared/forms/kept-draft-note.tsx';
import { useLiveQueries } from '../../shared/live/live-changes.ts';
import { ErrorState, NotFound, usePageTitle } from '../../shared/pages/page-state.tsx';
import { Refused } from '../../shared/pages/refused.tsx';
import { useActor } from '../../shared/session/session.ts';
import { useVisit } from '../../shared/session/use-visit.ts';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';

type Page = ComponentType<{ organization: Organization }>;

interface Tab {
  readonly path: string;
  readonly label: string;
  /** One document of the tab, or what the tab shows. */
  readonly noun: string;
  readonly capability: Capability;
  /** It has no past state to look at. */
  readonly isOfToday?: true;
  /** At the tab's address. */
  readonly Index: Page;
  /** At the addresses below it: one document, or `new`. */
  readonly Document?: Page;
}

const page = (load: () => Promise<Page>): Page => lazy(async () => ({ default: await load() }));

export const TABS: readonly Tab[] = [
  {
    path: 'organization',
    label: 'Organization',
    noun: 'organization',
    capability: 'organization.read',
    Index: page(() => import('./organization/organization-page.tsx').then((m) => m.OrganizationPage)),
  },
  {
    path: 'batches',
    label: 'Batches',
    noun: 'batch',
    capability: 'batch.read',
    Index: page(() => import('./batches/batch-list.tsx').then((m) => m.BatchList)),
    Document: page(() => import('./batches/batch-page.tsx').then((m) => m.BatchEditorPage)),
  },
  {
    path: 'assessments',
    label: 'Assessments',
    noun: 'assessment',
    capability: 'assessment.read',
    Index: page(() => import('./assessments/assessment-list.tsx').then((m) => m.AssessmentList)),
    Document: page(() => import('./assessments/assessment-page.tsx').then((m) => m.AssessmentPage)),
  },
  {
    path: 'emails',
    label: 'Emails',
    noun: 'email template',
    capability: 'emailTemplate.read',
    Index: page(() => import('./email-templates/email-template-list.tsx').then((m) => m.EmailTemplateList)),
    Document: page(() => import('./email-templates/email-template-page.tsx').then((m) => m.EmailTemplatePage)),
  },
  {
    path: 'processes',
    label: 'Forms & processes',
    noun: 'process',
    capability: 'process.read',
    Index: page(() => import('./processes/process-list.tsx').then((m) => m.ProcessList)),
    Document: page(() => import('./processes/process-page.tsx').then((m) => m.ProcessPage)),
  },
  {
    path: 'paymentModels',
    label: 'Payment models',
    noun: 'payment model',
    capability: 'paymentModel.read',
    Index: page(() => import('./payment-models/payment-model-list.tsx').then((m) => m.PaymentModelList)),
    Document: page(() => import('./payment-models/payment-model-page.tsx').then((m) => m.PaymentModelPage)),
  },
  {
    path: 'webhooks',
    label: 'Webhooks',
    noun: 'webhook',
    capability: 'webhook.manage',
    Index: page(() => import('./webhooks/webhook-list.tsx').then((m) => m.WebhookList)),
    Document: page(() => import('./webhooks/webhook-page.tsx').then((m) => m.WebhookPage)),
  },
  {
    path: 'tokens',
    label: 'API tokens',
    noun: 'API tokens',
    capability: 'token.manage',
    isOfToday: true,
    Index: page(() => import('./tokens/tokens-page.tsx').then((m) => m.TokensPage)),
  },
  {
    path: 'users',
    label: 'Users',
    noun: 'members',
    capability: 'member.manage',
    Index: page(() => import('./users/users-page.tsx').then((m) => m.UsersPage)),
  },
];

export function ConfigPage() {
  usePageTitle('Config');
  const { isPending, failure, user, organization } = useVisit();
  const actor = useActor();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const isAboutUsers = pathname.endsWith('/users') || params.get('tab') === 'users';
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  const tabs = TABS.filter(({ capability }) => can(actor, capability, { organizationId: organization?._id ?? null }));
  return organization && tabs.length > 0 ? (
    <Config organization={organization} tabs={tabs} />
  ) : (
    <Refused title="Config" isSignedOut={user === null} note={<KeptDraftNote namePrefix="config." />}>
      {!organization && isAboutUsers && isStaff(actor)
        ? TEXTS.access.noOrganizationForUsers
        : TEXTS.access.configRefused}
    </Refused>
  );
}

function Config({ organization, tabs }: { organization: Organization; tabs: readonly Tab[] }) {
  const actor = useActor();
  const moment = useShownMoment(organization._id);
  const { asOf } = moment;
  useLiveQueries(asOf === null);
  const shown = useShown(organization, tabs);
  const search = asOf === null ? '' : `?${AS_OF}=${asOf}`;
  return (
    <div className={asOf === null ? classes.frame : `${classes.frame} ${past.pastPage}`}>
      <nav className={classes.side} aria-label="Config">
        <Link to={pagePath('dashboard')} className={classes.back}>
          <IconChevronLeft size={16} aria-hidden /> Dashboard
        </Link>
        <Title order={1} size="h2">
          Config
        </Title>
        <ul>
          {tabs.map(({ path, label }) => (
            <li key={path}>
              <NavLink to={{ pathname: `${pagePath('config')}/${path}`, search }} className={classes.tab}>
                {label}
              </NavLink>
            </li>
          ))}
          {can(actor, 'audit.read', { organizationId: organization._id }) && (
            <li>
              <Link to={pagePath('audit')} className={classes.tab}>
                Audit log
              </Link>
            </li>
          )}
          {can(actor, 'securityLog.read', { organizationId: organization._id }) && (
            <li>
              <Link to={pagePath('securityLog')} className={classes.tab}>
                Security log
              </Link>
            </li>
          )}
          {can(actor, 'projection.manage') && (
            <li>
              <Link to={pagePath('projections')} className={classes.tab}>
                Projections
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <div>
        {shown && <AsOfBar key={shown.documentId} organizationId={organization._id} {...shown} />}
        <ShownMomentContext value={moment}>
          <Suspense
            key={asOf === null ? 'now' : 'past'}
            fallback={
              <Loading>
                <Bone width="40%" height="2rem" />
                <Bone height="12rem" />
              </Loading>
            }
          >
            <Routes>
              <Route index element={<ToTab tabs={tabs} />} />
              {tabs.map(({ path, Index, Document }) => (
                <Fragment key={path}>
                  <Route path={path} element={<Index organization={organization} />} />
                  {Document && <Route path={`${path}/:id`} element={<Document organization={organization} />} />}
                </Fragment>
              ))}
              {TABS.filter((tab) => !tabs.includes(tab)).map(({ path }) => (
                <Route
                  key={path}
                  path={`${path}/*`}
                  element={
                    <>
                      <NotFound />
                      <KeptDraftNote namePrefix={`config.${path.slice(0, -1)}.`} />
                    </>
                  }
                />
              ))}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ShownMomentContext>
      </div>
    </div>
  );
}

/** What the address shows, which has a past: a list, or one document with its own changes. Null for a new one. */
function useShown(
  { _id }: Organization,
  tabs: readonly Tab[],
): { readonly what: string; readonly documentId?: string } | null {
  const [path, id] = useLocation()
    .pathname.slice(`${pagePath('config')}/`.length)
    .split('/');
  const tab = tabs.find((one) => one.path === path);
  if (!tab || tab.isOfToday || id === 'new') return null;
  if (id) return { what: `the ${tab.noun}`, documentId: decodeURIComponent(id) };
  return tab.Document ? { what: 'the configuration' } : { what: `the ${tab.noun}`, documentId: _id };
}

function ToTab({ tabs }: { tabs: readonly Tab[] }) {
  const [params] = useSearchParams();
  const tab = tabs.find(({ path }) => path === params.get('tab')) ?? tabs[0];
  return <Navigate to={tab?.path ?? pagePath('home')} replace />;
}
