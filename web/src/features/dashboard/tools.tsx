import { Button } from '@mantine/core';
import { IconChevronRight, IconPlus, IconRestore, IconTableImport } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import text from '../../shared/ui/text-button.module.css';
import type { OpenBox } from './data/dashboard-address.ts';
import type { QuickFilter } from './data/quick-filters.ts';
import { interviewsSinceMorning } from './data/upcoming-interviews.ts';
import type { Staff } from './data/use-dashboard-data.ts';
import { InterviewsButton, InterviewsTable } from './interviews.tsx';
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
  onResetColumns,
  children,
}: {
  staff: Staff;
  groups: ReadonlyMap<Batch, readonly ApplicationView[]>;
  isWhole: boolean;
  box: OpenBox | null;
  quick: ReadonlySet<QuickFilter>;
  onBox: (box: OpenBox | null) => void;
  onQuick: (filter: QuickFilter) => void;
  onResetColumns: (() => void) | undefined;
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
        <QuickFilterBar
          chosen={quick}
          seesAssignees={staff.canReadAdminOnly}
          onToggle={onQuick}
          onLimits={staff.canSetLimits ? () => setSetsLimits(true) : undefined}
        />
        {staff.canBulk && (
          <button
            type="button"
            className={`${text.textButton} ${classes.disclosure}`}
            aria-expanded={box === 'bulk'}
            aria-controls={boxId}
            onClick={toggle('bulk')}
          >
            <IconChevronRight size={16} aria-hidden />
            Recent bulk changes
          </button>
        )}
        {staff.canWork && staff.organizationId && <PaymentsButton organizationId={staff.organizationId} />}
        {onResetColumns && (
          <button type="button" className={`${text.textButton} ${classes.disclosure}`} onClick={onResetColumns}>
            <IconRestore size={16} aria-hidden />
            Reset columns
          </button>
        )}
        {staff.canBulk && (
          <Button
            component={Link}
            to={pagePath('importing')}
            className={classes.add}
            size="compact-sm"
            variant="default"
            leftSection={<IconTableImport size={16} aria-hidden />}
          >
            Import a spreadsheet
          </Button>
        )}
        {staff.canAdd && (
          <Button
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
