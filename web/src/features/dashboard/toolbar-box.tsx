import { lazy, Suspense } from 'react';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { BoxName } from './data/dashboard-address.ts';
import type { Interview } from './data/upcoming-interviews.ts';
import type { Staff } from './data/use-dashboard-data.ts';
import { InterviewsTable } from './interviews.tsx';
import classes from './toolbar.module.css';

const AddApplicant = lazy(() => import('./add-applicant.tsx').then((module) => ({ default: module.AddApplicant })));

const RecentBulks = lazy(() => import('./recent-bulks.tsx').then((module) => ({ default: module.RecentBulks })));

/** What a button above opens below the toolbar. */
export function ToolbarBox({
  id,
  box,
  staff,
  batches,
  interviews,
  onClose,
}: {
  id: string;
  box: BoxName | null;
  staff: Staff;
  batches: readonly Batch[];
  interviews: readonly Interview[] | null;
  onClose: () => void;
}) {
  if (box === 'interviews') return <InterviewsTable id={id} interviews={interviews} staff={staff} />;
  if (box === 'add' && staff.canAdd) {
    return (
      <Suspense fallback={<section id={id} className={classes.box} style={{ minHeight: '12rem' }} aria-busy />}>
        <AddApplicant id={id} batches={batches} onClose={onClose} />
      </Suspense>
    );
  }
  if (box === 'bulk' && staff.canBulk) {
    return (
      <Suspense fallback={<section id={id} className={classes.box} style={{ minHeight: '8rem' }} aria-busy />}>
        <RecentBulks id={id} />
      </Suspense>
    );
  }
  return null;
}
