import '../../shared/ui/mantine-styles.ts';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { can } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { AsOfBar } from '../../shared/as-of/as-of-bar.tsx';
import { useAsOf } from '../../shared/as-of/use-as-of.ts';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { useActor } from '../../shared/session/session.ts';
import marks from '../../shared/ui/mark.module.css';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { AdminTools } from './admin-tools.tsx';
import classes from './application-panel.module.css';
import { ChangedBy } from './changed-by.tsx';
import type { PastStep } from './history/as-of-slider.tsx';
import { PastPanel } from './history/past-state.tsx';
import { PaymentsTab } from './payments-tab.tsx';
import { SolutionsTab } from './solutions-tab.tsx';
import { TimelineTab } from './timeline/timeline-tab.tsx';

/** `row` is the list's data, shown until the whole application has loaded. */
export function ApplicationPanel({ applicationId, row }: { applicationId: string; row?: ApplicationView }) {
  const actor = useActor();
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...applicationQuery(applicationId),
    ...(row ? { placeholderData: row } : {}),
  });
  const [past, setPast] = useState<PastStep | null>(null);
  const asOf = useAsOf(data?.organizationId ?? null);

  if (error && !data) {
    return <ErrorState title={TEXTS.applications.loadFailed} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <PanelSkeleton />;
  if (!can(actor, 'application.changeStatus', { organizationId: data.organizationId })) return null;
  // The dashboard has its own.
  const bar = row === undefined && (
    <AsOfBar organizationId={data.organizationId} what="the application" documentId={data._id} />
  );
  if (asOf !== null) {
    return (
      <div className={classes.panel} data-past>
        {bar}
        <PastPanel application={data} position={asOf} />
      </div>
    );
  }
  return (
    <div className={classes.panel} data-past={past !== null}>
      {bar}
      <Tabs
        defaultValue="tools"
        keepMounted={false}
        classNames={{ tab: classes.tab, panel: classes.tabPanel }}
        onChange={() => setPast(null)}
      >
        <ChangedBy application={data} />
        <Tabs.List aria-label="Work on this application">
          <Tabs.Tab value="tools">Admin tools</Tabs.Tab>
          <Tabs.Tab value="timeline" rightSection={data.failedEmails ? <FailedMark count={data.failedEmails} /> : null}>
            Timeline
          </Tabs.Tab>
          <Tabs.Tab value="activity">User activity</Tabs.Tab>
          <Tabs.Tab value="solutions">Solutions</Tabs.Tab>
          <Tabs.Tab value="payments">Payments</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tools" keepMounted>
          <AdminTools application={data} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <ActivityTab application={data} isPending={isPlaceholderData} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline">
          <TimelineTab application={data} past={past} onPast={setPast} />
        </Tabs.Panel>
        <Tabs.Panel value="solutions">
          <SolutionsTab application={data} />
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <PaymentsTab applicationId={data._id} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function FailedMark({ count }: { count: number }) {
  return (
    <span className={marks.mark} data-meaning="problem">
      {count} failed
    </span>
  );
}

function PanelSkeleton() {
  return (
    <Loading label="Loading the application">
      <Bone width="18rem" height="2.25rem" />
      <Bone height="2.5rem" />
      <Bone height="8rem" />
    </Loading>
  );
}
