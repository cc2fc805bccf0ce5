import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { OpenBox } from './data/dashboard-address.ts';
import type { QuickFilter } from './data/quick-filters.ts';
import { interviewsSinceMorning } from './data/upcoming-interviews.ts';
import type { Staff } from './data/use-dashboard-data.ts';
import { InterviewsButton, InterviewsTable } from './interviews.tsx';
import { MoreMenu } from './more-menu.tsx';
import { PaymentsButton } from './payments-button.tsx';
import { QuickFilterBar } from './quick-filter-bar.tsx';
import { TimeLimitsDialog } from './time-limits-dialog.tsx';
import classes from './tools.module.css';

const AddApplicant = lazy(() => import('./add-applicant.tsx').then((module) => ({ default: module.AddApplicant })));

const RecentBulks = lazy(() => import('./recent-bulks.tsx').then((module) => ({ default: module.RecentBulks })));

export function Tools({
  staff,
  groups,
  isWhole,
  box,
  quick,
  onBox,
  onQuick,
  columnsMenu,
  children,
}: {
  staff: Staff;
  groups: ReadonlyMap<Batch, readonly ApplicationView[]>;
  isWhole: boolean;
  box: OpenBox | null;
  quick: ReadonlySet<QuickFilter>;
  onBox: (box: OpenBox | null) => void;
  onQuick: (filter: QuickFilter) => void;
  columnsMenu: ReactNode;
  children?: ReactNode;
}) {
  const boxId = useId();
  const { now, zone } = staff;
  const [setsLimits, setSetsLimits] = useState(false);
  const interviews = useMemo(
    () => (isWhole ? interviewsSinceMorning([...groups.values()].flat(), now(), zone) : null),
    [groups, isWhole, now, zone],
  );
  const toggle = (name: OpenBox) => () => onBox(box === name ? null : name);
  const isAdding = box === 'add' && staff.canAdd;
  return (
    <>
      <div className={classes.tools}>
        {children}
        <InterviewsButton
          count={interviews?.filter(({ isToCome }) => isToCome).length}
          isOpen={box === 'interviews'}
          controls={boxId}
          onToggle={toggle('interviews')}
        />
        <QuickFilterBar chosen={quick} seesAssignees={staff.canReadAdminOnly} onToggle={onQuick} />
        {columnsMenu}
        <MoreMenu
          onLimits={staff.canSetLimits ? () => setSetsLimits(true) : undefined}
          onBulks={staff.canBulk ? toggle('bulk') : undefined}
          canImport={staff.canBulk}
        />
        {staff.canWork && staff.organizationId !== null && <PaymentsButton organizationId={staff.organizationId} />}
        {staff.canAdd && (
          <Button
            className={classes.add}
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-expanded={isAdding}
            aria-controls={boxId}
            onClick={toggle('add')}
          >
            Add new applicant
          </Button>
        )}
      </div>
      {box === 'interviews' && <InterviewsTable id={boxId} interviews={interviews} staff={staff} />}
      {isAdding && (
        <Suspense fallback={<section id={boxId} className={classes.box} style={{ minHeight: '12rem' }} aria-busy />}>
          <AddApplicant id={boxId} batches={[...groups.keys()]} onClose={() => onBox(null)} />
        </Suspense>
      )}
      {box === 'bulk' && staff.canBulk && (
        <Suspense fallback={<section id={boxId} className={classes.box} style={{ minHeight: '8rem' }} aria-busy />}>
          <RecentBulks id={boxId} />
        </Suspense>
      )}
      {setsLimits && <TimeLimitsDialog onClose={() => setSetsLimits(false)} />}
    </>
  );
}
