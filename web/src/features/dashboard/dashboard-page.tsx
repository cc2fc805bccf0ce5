import './mantine-styles.ts';
import { Button, Checkbox, Tabs, TextInput, Title } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { can } from '../../../../domain/policy.ts';
import { TEXTS } from '../../../../domain/texts.ts';
import { useOrganization } from '../../shared/organization.ts';
import { EmptyState, ErrorState, usePageTitle } from '../../shared/page-state.tsx';
import { useActor, useUser } from '../../shared/session.ts';
import { BatchSection } from './batch-section.tsx';
import type { GridContext } from './cells.tsx';
import { asksForExistence, type ColumnFilters, NO_FILTERS, passesFilters } from './column-filters.ts';
import { columnsFor, type DashboardColumn } from './columns.ts';
import { toCsv } from './csv.ts';
import classes from './dashboard.module.css';
import { readAddress, useDashboardAddress } from './dashboard-address.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { downloadText } from './download.ts';
import { outlinesOf } from './processes.ts';
import { applicationsQuery, batchesQuery, processesQuery } from './queries.ts';
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { DASHBOARD_TABS, groupByBatch, isDashboardTab, visibleSections } from './visible-applications.ts';

/** Columns whose filter can only ask for existence, judged over all applications whose batch has the column. */
function existenceColumns(
  groups: ReadonlyMap<Batch, readonly Application[]> | null,
  columns: ReadonlyMap<string, readonly DashboardColumn[]>,
): ReadonlySet<string> {
  const known = new Map<string, { column: DashboardColumn; applications: Application[] }>();
  for (const [{ _id }, applications] of groups ?? []) {
    for (const column of columns.get(_id) ?? NO_COLUMNS) {
      const entry = known.get(column.id) ?? { column, applications: [] };
      entry.applications.push(...applications);
      known.set(column.id, entry);
    }
  }
  return new Set(
    [...known.values()]
      .filter(({ column, applications }) => asksForExistence(column, applications))
      .map(({ column }) => column.id),
  );
}

function titlesOf(filters: ColumnFilters, columns: ReadonlyMap<string, readonly DashboardColumn[]>): readonly string[] {
  const titles = new Map([...columns.values()].flat().map(({ id, title }) => [id, title]));
  return Object.keys(filters).map((id) => titles.get(id) ?? id);
}

const NO_COLUMNS: readonly DashboardColumn[] = [];
const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What the pages of the staff area ask: who looks, and what of this organization they may see. */
function useStaff() {
  const actor = useActor();
  const { data: organization, isPending } = useOrganization();
  const { data: user, isPending: isUserPending } = useUser();
  const resource = { organizationId: organization?._id ?? null };
  return {
    isPending: isPending || isUserPending,
    myId: user?._id ?? null,
    canRead: can(actor, 'application.list', resource),
    canWork: can(actor, 'application.changeStatus', resource),
    canReadAdminOnly: can(actor, 'application.readAdminOnly', resource),
  };
}

function useDashboardData(isAllowed: boolean) {
  const applications = useQuery({ ...applicationsQuery, enabled: isAllowed });
  const batches = useQuery({ ...batchesQuery, enabled: isAllowed });
  const processes = useQuery({ ...processesQuery, enabled: isAllowed });
  const all = [applications, batches, processes];
  return {
    applications: applications.data,
    batches: batches.data,
    processes: processes.data,
    error: all.find(({ isError, data }) => isError && data === undefined)?.error,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}

/** Spec §2 "Applications Dashboard": every application of the organization under its batch. */
export function DashboardPage() {
  usePageTitle(TITLE);
  const staff = useStaff();
  if (staff.isPending) return <DashboardSkeleton />;
  if (!staff.canRead) {
    return <EmptyState title={TITLE}>{TEXTS.access.configRefused}</EmptyState>;
  }
  return <Dashboard staff={staff} />;
}
const TITLE = 'Applications Dashboard';

function Dashboard({ staff }: { staff: ReturnType<typeof useStaff> }) {
  const data = useDashboardData(staff.canRead);
  const { address, actions } = useDashboardAddress();
  const [typed, setTyped] = useState(address.query);
  const [filters, setFilters] = useState(NO_FILTERS);
  const query = useDeferredValue(typed);
  const search = useRef<HTMLInputElement>(null);
  const shortcuts = useShortcuts(search);

  const find = (text: string) => {
    setTyped(text);
    actions.search(text);
  };
  useEffect(() => {
    const onBack = () => setTyped(readAddress(new URLSearchParams(location.search)).query);
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);

  const groups = useMemo(
    () => (data.batches && data.applications ? groupByBatch(data.batches, data.applications) : null),
    [data.batches, data.applications],
  );
  const columns = useMemo(() => {
    const outlines = outlinesOf(data.processes ?? []);
    return new Map(
      data.batches?.map(({ _id, processId }) => [_id, columnsFor(outlines(processId).columns, staff.canReadAdminOnly)]),
    );
  }, [data.processes, data.batches, staff.canReadAdminOnly]);
  const isFiltered = Object.keys(filters).length > 0;
  const visible = useMemo(
    () =>
      groups &&
      visibleSections(groups, {
        tab: address.tab,
        query,
        showInactive: address.showInactive,
        ...(isFiltered
          ? {
              passesColumns: (application, { _id }) =>
                passesFilters(application, columns.get(_id) ?? NO_COLUMNS, filters),
            }
          : {}),
      }),
    [groups, address.tab, query, address.showInactive, isFiltered, filters, columns],
  );
  const counted = useDeferredValue(groups);
  const existence = useMemo(() => existenceColumns(counted, columns), [counted, columns]);
  const context = useMemo(
    (): GridContext => ({ myId: staff.myId, canOpenRows: staff.canWork, toggleRow: actions.toggleRow }),
    [staff.myId, staff.canWork, actions.toggleRow],
  );
  const open = staff.canWork ? address.open : NOTHING_OPEN;
  const showTab = useCallback(
    (tab: string | null) => {
      if (isDashboardTab(tab)) actions.showTab(tab);
    },
    [actions],
  );

  if (data.error)
    return <ErrorState title="The applications could not be loaded" error={data.error} onRetry={data.retry} />;
  if (!visible || !data.processes) return <DashboardSkeleton />;

  const download = () =>
    downloadText('applications.csv', 'text/csv', toCsv(visible.sections.flatMap(({ applications }) => applications)));
  return (
    <>
      <Title order={1} className={classes.title}>
        {TITLE}
      </Title>
      <div className={classes.toolbar}>
        <Tabs
          value={address.tab}
          onChange={showTab}
          variant="default"
          classNames={{ root: classes.tabs, list: classes.tabList }}
        >
          <Tabs.List aria-label="Batches">
            {DASHBOARD_TABS.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {TAB_NAMES[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <TextInput
          ref={search}
          type="search"
          size="sm"
          className={classes.search}
          aria-label="Search applications"
          placeholder="Name, email, status or assignee"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => find(event.currentTarget.value)}
        />
        <Checkbox
          size="sm"
          label="Show inactive applications"
          checked={address.showInactive}
          onChange={(event) => actions.showInactive(event.currentTarget.checked)}
        />
        <div className={classes.right}>
          <span role="status">{plural(visible.shown, 'application', 'applications')} shown</span>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={download}
            disabled={visible.shown === 0}
          >
            Download visible data as CSV
          </Button>
        </div>
      </div>
      {isFiltered && (
        <p className={classes.elsewhere}>
          Filtered by {titlesOf(filters, columns).join(', ')}.{' '}
          <button type="button" className={classes.textButton} onClick={() => setFilters(NO_FILTERS)}>
            Clear filters
          </button>
        </p>
      )}
      {visible.elsewhere && (
        <p className={classes.elsewhere}>
          {plural(visible.elsewhere.hits, 'more is', 'more are')} in{' '}
          <button type="button" className={classes.textButton} onClick={() => showTab(visible.elsewhere?.tab ?? null)}>
            {TAB_NAMES[visible.elsewhere.tab]}
          </button>
          .
        </p>
      )}
      {visible.sections.map((section) => (
        <BatchSection
          key={section.batch._id}
          section={section}
          columns={columns.get(section.batch._id) ?? NO_COLUMNS}
          isCollapsed={address.collapsed.has(section.batch._id)}
          open={open}
          existence={existence}
          sort={address.sort}
          filters={filters}
          context={context}
          onToggle={actions.toggleSection}
          onSort={actions.sortBy}
          onFilter={setFilters}
        />
      ))}
      {visible.sections.length === 0 && (
        <NothingShown
          query={query}
          isFiltered={isFiltered}
          tab={TAB_NAMES[address.tab]}
          onClear={() => {
            find('');
            setFilters(NO_FILTERS);
          }}
        />
      )}
      <p className={classes.hint}>
        Press <kbd>?</kbd> for keyboard shortcuts.
      </p>
      {shortcuts.isOpen && <ShortcutsDialog onClose={shortcuts.close} canOpenRows={staff.canWork} />}
    </>
  );
}
const TAB_NAMES = { active: 'Active', complete: 'Complete', all: 'All' } as const;
const NOTHING_OPEN: ReadonlySet<string> = new Set();

function NothingShown({
  query,
  isFiltered,
  tab,
  onClear,
}: {
  query: string;
  isFiltered: boolean;
  tab: string;
  onClear: () => void;
}) {
  const words = query.trim();
  if (words === '' && !isFiltered) {
    return (
      <EmptyState title="No batches here">
        {tab === TAB_NAMES.complete
          ? 'A batch moves here once its course has started and its status is Complete.'
          : 'Applications appear here as soon as there is a batch that people can apply to.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={words === '' ? 'No application passes the filters' : `Nothing matches “${words}”`}
      action={
        <Button variant="default" onClick={onClear}>
          {isFiltered ? 'Clear search and filters' : 'Clear the search'}
        </Button>
      }
    >
      The search looks at first and last name, email, status and the assignee’s email.
    </EmptyState>
  );
}
