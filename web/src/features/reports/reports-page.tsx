import '../../shared/ui/mantine-styles.ts';
import { Title } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { type Capability, can } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import past from '../../shared/as-of/as-of.module.css';
import { AS_OF } from '../../shared/as-of/as-of-address.ts';
import { AsOfBar } from '../../shared/as-of/as-of-bar.tsx';
import { ShownMomentContext, useOrganizationAt, useShownMoment } from '../../shared/as-of/shown-moment.ts';
import { ErrorState, NotFound, usePageTitle } from '../../shared/pages/page-state.tsx';
import { Refused } from '../../shared/pages/refused.tsx';
import { useActor } from '../../shared/session/session.ts';
import { useVisit } from '../../shared/session/use-visit.ts';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import classes from './reports.module.css';

type Page = ComponentType<{ organization: Organization }>;

interface Tab {
  /** Below the page's address, where the overview is. */
  readonly path: string;
  readonly label: string;
  readonly capability: Capability;
  readonly Page: Page;
  /** Below the page, hidden while there is nothing. */
  readonly Below?: Page;
}

const page = (load: () => Promise<Page>): Page => lazy(async () => ({ default: await load() }));

/** In the order of the navigation. */
const TABS: readonly Tab[] = [
  {
    path: '',
    label: 'Overview',
    capability: 'report.read',
    Page: page(() => import('./overview/overview-page.tsx').then((m) => m.OverviewPage)),
    Below: page(() => import('./saved/pinned-reports.tsx').then((m) => m.PinnedReports)),
  },
  {
    path: 'saved',
    label: 'Saved reports',
    capability: 'report.read',
    Page: page(() => import('./saved/saved-reports-page.tsx').then((m) => m.SavedReportsPage)),
  },
  {
    path: 'funnel',
    label: 'Funnel and speed',
    capability: 'report.read',
    Page: page(() => import('./funnel/funnel-page.tsx').then((m) => m.FunnelPage)),
  },
  {
    path: 'forecast',
    label: 'Seat forecast',
    capability: 'report.read',
    Page: page(() => import('./forecast/forecast-page.tsx').then((m) => m.ForecastPage)),
  },
  {
    path: 'what-if',
    label: 'What if',
    capability: 'report.read',
    Page: page(() => import('./what-if/what-if-page.tsx').then((m) => m.WhatIfPage)),
  },
];

const TITLE = 'Reports';

export function ReportsPage() {
  usePageTitle(TITLE);
  const { isPending, failure, user, organization } = useVisit();
  const actor = useActor();
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  const tabs = TABS.filter(({ capability }) => can(actor, capability, { organizationId: organization?._id ?? null }));
  return organization && tabs.length > 0 ? (
    <Reports organization={organization} tabs={tabs} />
  ) : (
    <Refused title={TITLE} isSignedOut={user === null}>
      {TEXTS.access.configRefused}
    </Refused>
  );
}

function Reports({ organization: today, tabs }: { organization: Organization; tabs: readonly Tab[] }) {
  const moment = useShownMoment(today._id);
  const { asOf } = moment;
  const organization = useOrganizationAt(today, asOf);
  const search = asOf === null ? '' : `?${AS_OF}=${asOf}`;
  return (
    <div className={asOf === null ? classes.frame : `${classes.frame} ${past.pastPage}`}>
      <Title order={1}>{TITLE}</Title>
      <AsOfBar organizationId={today._id} what="the reports" />
      {tabs.length > 1 && (
        <nav aria-label={TITLE}>
          <ul className={classes.tabs}>
            {tabs.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={{ pathname: addressOf(path), search }} end={path === ''} className={classes.tab}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ShownMomentContext value={moment}>
        <Suspense
          key={asOf === null ? 'now' : 'past'}
          fallback={
            <Loading>
              <Bone width="60%" height="2rem" />
              <Bone height="20rem" />
            </Loading>
          }
        >
          <Routes>
            {tabs.map(({ path, Page, Below }) => (
              <Route
                key={path}
                path={path === '' ? '/' : `${path}/*`}
                element={
                  <>
                    <Page organization={organization} />
                    {Below && (
                      <Suspense>
                        <Below organization={organization} />
                      </Suspense>
                    )}
                  </>
                }
              />
            ))}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </ShownMomentContext>
    </div>
  );
}

const addressOf = (path: string): string => [pagePath('reports'), path].filter(Boolean).join('/');
