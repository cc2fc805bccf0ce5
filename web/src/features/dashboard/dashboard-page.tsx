import '../../shared/ui/mantine-styles.ts';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { FAMILY_OF_STATUS, type StatusFamily } from '../../../../domain/application/statuses.ts';
import { isInTab } from '../../../../domain/batch/on-dashboard.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { dayIn } from '../../../../domain/values/days.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import past from '../../shared/as-of/as-of.module.css';
import { AsOfBar } from '../../shared/as-of/as-of-bar.tsx';
import { asOfQuery } from '../../shared/as-of/as-of-query.ts';
import { useOrganizationAt } from '../../shared/as-of/shown-moment.ts';
import { useAsOf } from '../../shared/as-of/use-as-of.ts';
import { useAskedAnew } from '../../shared/browser/use-asked-anew.ts';
import { useOrganization } from '../../shared/organization/organization.ts';
import { useNoteDashboard } from '../../shared/pages/dashboard-place.ts';
import { useNoteWalk } from '../../shared/pages/dashboard-walk.ts';
import { ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { Refused } from '../../shared/pages/refused.tsx';
import type { VisitFailure } from '../../shared/session/use-visit.ts';
import { applicationsQuery } from '../../shared/staff-queries/list-queries.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { BatchSection } from './batch-section.tsx';
import { inBoardOrder } from './board/board-cards.ts';
import { BoardSkeleton } from './board/board-skeleton.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { createSelection } from './bulk/selection.ts';
import { CardsMenu } from './cards-menu.tsx';
import { CellTemplates, type GridContext } from './cells.tsx';
import { ColumnsMenu, hidable } from './columns-menu.tsx';
import classes from './dashboard.module.css';
import { DashboardHead } from './dashboard-head.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { type ColumnFilters, passesFilters } from './data/column-filters.ts';
import { inOverdueOrder } from './data/columns.ts';
import { type Sort, useDashboardAddress } from './data/dashboard-address.ts';
import { passesQuick, type QuickFilter, quickFor } from './data/quick-filters.ts';
import { inSortOrder } from './data/row-order.ts';
import { interviewsSinceMorning } from './data/upcoming-interviews.ts';
import { type ColumnsByBatch, onlyLooking, type Staff, useDashboardData, useStaff } from './data/use-dashboard-data.ts';
import { useTables } from './data/use-layout.ts';
import { type Filter, type Section, visibleSections } from './data/visible-applications.ts';
import { DrillNote, useDrill } from './drill-note.tsx';
import { ROW_HEIGHT } from './grid-theme.ts';
import { InterviewsButton } from './interviews.tsx';
import { MembersNotice, useMembers } from './members-notice.tsx';
import { MoreMenu } from './more-menu.tsx';
import { NothingShown } from './nothing-shown.tsx';
import { PageTitle, TITLE } from './page-title.tsx';
import { createPanels } from './panels.ts';
import { PaymentsButton } from './payments-button.tsx';
import { plainRows } from './plain-rows.tsx';
import { PrintedTables } from './printed-tables.tsx';
import { QuickFilterBar } from './quick-filter-bar.tsx';
import { SearchBox, useSearch } from './search-box.tsx';
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { StagedTables } from './staged-table/staged-tables.tsx';
import type { Start } from './staged-table/use-drawn.ts';
import { TAB_NAMES, Toolbar } from './toolbar.tsx';
import { ToolbarBox } from './toolbar-box.tsx';
import { TrendsSkeleton } from './trends/trends-skeleton.tsx';
import { useDownload } from './use-download.ts';
import { ViewSwitch } from './view-switch.tsx';

const Board = lazy(() => import('./board/board.tsx').then((module) => ({ default: module.Board })));
const Trends = lazy(() => import('./trends/trends.tsx').then((module) => ({ default: module.Trends })));

const NOTHING_OPEN: ReadonlySet<string> = new Set();

export function DashboardPage() {
  usePageTitle(TITLE);
  useNoteDashboard();
  const staff = useStaff();
  if (staff.isPending) return <DashboardSkeleton />;
  if (staff.failure) return <NotLoaded {...staff.failure} />;
  if (staff.canRead) return <AnyMoment staff={staff} />;
  return (
    <Refused title={TITLE} isSignedOut={staff.isSignedOut}>
      {TEXTS.access.configRefused}
    </Refused>
  );
}

function NotLoaded({ error, retry }: VisitFailure) {
  return (
    <>
      <PageTitle />
      <ErrorState title="The applications could not be loaded" order={2} error={error} onRetry={retry} />
    </>
  );
}

/** Another moment is another page, so that nothing of one stays in the other. */
function AnyMoment({ staff }: { staff: Staff }) {
  const asOf = useAsOf(staff.organizationId);
  const { data } = useQuery({ ...asOfQuery(staff.organizationId ?? '', asOf ?? ''), enabled: asOf !== null });
  const at = data?.at;
  const now = useMemo(() => (at === undefined ? Date.now : () => Date.parse(at)), [at]);
  const organization = useOrganizationAt(useOrganization().data, asOf);
  return (
    <div className={asOf === null ? undefined : `${past.pastPage} ${classes.past}`}>
      <div className={asOf === null ? classes.moment : undefined}>
        <AsOfBar organizationId={staff.organizationId ?? ''} what="the pipeline" />
      </div>
      <Dashboard
        key={asOf === null ? 'now' : 'past'}
        staff={asOf === null ? staff : onlyLooking(staff, now, organization?.statusLimits, organization?.timeZone)}
        zone={organization?.timeZone}
        asOf={asOf}
      />
    </div>
  );
}

function Dashboard({ staff, zone, asOf }: { staff: Staff; zone: string | undefined; asOf: string | null }) {
  const {
    groups,
    columns: known,
    existence,
    call,
    awaited,
    isCutShort,
    error,
    retry,
    ...read
  } = useDashboardData(staff, asOf);
  const addressed = useDashboardAddress();
  const { address, actions } = addressed;
  const { layout, sort: chosenSort, ...tables } = useTables(staff.organizationId, addressed);
  const sort = useDeferredValue(chosenSort);
  const { query, revision, search, clear } = useSearch(address.query, actions.search);
  const searchBox = useRef<HTMLInputElement>(null);
  const shortcuts = useShortcuts(searchBox);
  const download = useDownload(staff.organizationId);
  useAskedAnew(clear);
  const [ticked] = useState(createSelection);
  const selection = staff.canBulk ? ticked : null;

  const { myId, limits, now } = staff;
  const { view, batchId, order, family, tab, showInactive, collapsed, filters, box } = address;
  const boxId = useId();
  const members = useMembers(address.members);
  const memberIds = members?.ids ?? null;
  const quick = useMemo(() => quickFor(address.quick, staff.canReadAdminOnly), [address.quick, staff.canReadAdminOnly]);
  const isOverdue = quick.has('overdue');
  const columns = useMemo(
    () => (isOverdue ? new Map([...known].map(([id, all]) => [id, inOverdueOrder(all)])) : known),
    [known, isOverdue],
  );
  const isFiltered = Object.keys(filters).length > 0;
  const { drill, isCounted, isRead, found } = useDrill(address.drill, groups, { awaited, zone });
  const alsoPasses = useMemo(
    () => narrowing({ myId, limits, now, zone, columns, filters, quick, isCounted, memberIds }),
    [myId, limits, now, zone, columns, filters, quick, isCounted, memberIds],
  );
  const isWhole = isRead ?? read.isWhole;
  const looked = useMemo(
    () => ({ tab, query, showInactive, batchId, call, ...alsoPasses }),
    [tab, query, showInactive, batchId, call, alsoPasses],
  );
  const visible = useMemo(
    () => groups && visibleSections(groups, { ...looked, awaited, lookedFor: looked }),
    [groups, looked, awaited],
  );
  const interviews = useMemo(
    () => (isWhole && groups ? interviewsSinceMorning([...groups.values()].flat(), now(), staff.zone) : null),
    [groups, isWhole, now, staff.zone],
  );
  const toggleBox = (name: typeof box) => () => actions.showBox(box === name ? null : name);
  const [panels] = useState(createPanels);
  const context = useMemo(
    (): GridContext => ({
      myId: staff.myId,
      canOpenRows: staff.canWork || asOf !== null,
      asOf,
      toggleRow: actions.toggleRow,
      selection,
      panels,
    }),
    [staff.myId, staff.canWork, asOf, actions.toggleRow, selection, panels],
  );
  const shownSections = useMemo(() => {
    const all = visible?.sections ?? [];
    return view === 'board' ? inFamily(all, family) : all;
  }, [visible, view, family]);
  const inOrder = () => (view === 'board' ? inBoardOrder(shownSections, order) : rowsOf(shownSections, columns, sort));
  useNoteWalk(isWhole && visible ? () => inOrder().map(({ _id }) => _id) : null);

  if (error) return <NotLoaded error={error} retry={retry} />;
  if (!visible || !groups || !tables.isKnown) return <DashboardSkeleton />;
  const { sections, elsewhere, inactiveHits } = visible;
  const shown = shownSections === sections ? visible.shown : numberIn(shownSections);
  const starts = startsOf(sections, isWhole);
  return (
    <>
      <DashboardHead
        shown={shown}
        isWhole={isWhole}
        isDownloading={download.isPending}
        onDownload={() =>
          download.mutate({
            rows: rowsOf(shownSections, columns, sort),
            asOf: asOf === null ? null : new Date(now()).toISOString(),
          })
        }
        payments={
          staff.canWork && staff.organizationId !== null && <PaymentsButton organizationId={staff.organizationId} />
        }
        more={<MoreMenu staff={staff} onBulks={toggleBox('bulk')} />}
        adding={staff.canAdd ? { isOpen: box === 'add', controls: boxId, onToggle: toggleBox('add') } : undefined}
      />
      {download.isError && (
        <Notice meaning="problem" role="alert">
          {TEXTS.dashboard.nothingDownloaded} {messageOf(download.error)}
        </Notice>
      )}
      <Toolbar
        tab={tab}
        showInactive={showInactive}
        showTrends={address.showTrends}
        search={<SearchBox query={query} revision={revision} input={searchBox} onQuery={search} />}
        view={<ViewSwitch view={view} onView={actions.showView} />}
        interviews={
          <InterviewsButton
            count={interviews?.filter(({ isToCome }) => isToCome).length}
            isOpen={box === 'interviews'}
            controls={boxId}
            onToggle={toggleBox('interviews')}
          />
        }
        quickFilters={
          <QuickFilterBar chosen={quick} seesAssignees={staff.canReadAdminOnly} onToggle={actions.toggleQuick} />
        }
        menu={
          view === 'table' ? (
            <ColumnsMenu
              columns={hidable(known.values())}
              layout={layout}
              onArrange={tables.arrange}
              onReset={tables.reset}
            />
          ) : (
            <CardsMenu
              batches={[...groups.keys()].filter((batch) => isInTab(batch, tab))}
              batchId={batchId}
              family={family}
              order={order}
              onBatch={actions.showBatch}
              onFamily={actions.showFamily}
              onOrder={actions.showOrder}
            />
          )
        }
        onTab={actions.showTab}
        onShowInactive={actions.showInactive}
        onShowTrends={actions.showTrends}
      />
      <ToolbarBox
        id={boxId}
        box={box}
        staff={staff}
        batches={[...groups.keys()]}
        interviews={interviews}
        onClose={() => actions.showBox(null)}
      />
      {isCutShort && (
        <p role="alert" className={classes.elsewhere}>
          {TEXTS.dashboard.notAllLoaded}{' '}
          <button type="button" className={classes.textButton} onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {address.showTrends && !isWhole && <TrendsSkeleton />}
      {address.showTrends && isWhole && (
        <Suspense fallback={<TrendsSkeleton />}>
          <Trends groups={groups} seesPlans={staff.canReadAdminOnly} />
        </Suspense>
      )}
      {drill && <DrillNote drill={drill} found={found} onLeave={actions.leaveDrill} />}
      {members && <MembersNotice {...members} onClear={actions.clearMembers} />}
      {isFiltered && (
        <p className={classes.elsewhere}>
          Filtered by {titlesOf(filters, columns).join(', ')}.{' '}
          <button type="button" className={classes.textButton} onClick={actions.clearFilters}>
            Clear filters
          </button>
        </p>
      )}
      {tables.isUnsaved && (
        <p role="status" className={classes.elsewhere}>
          {TEXTS.dashboard.columnsNotSaved}{' '}
          <button type="button" className={classes.textButton} onClick={() => tables.arrange((all) => all)}>
            Try again
          </button>
        </p>
      )}
      {isWhole && inactiveHits > 0 && (
        <p className={classes.elsewhere}>
          {counted(inactiveHits, 'match is', 'matches are')} hidden.{' '}
          <button type="button" className={classes.textButton} onClick={() => actions.showInactive(true)}>
            Show inactive applications
          </button>
        </p>
      )}
      {isWhole && elsewhere && (
        <p className={classes.elsewhere}>
          {counted(elsewhere.hits, 'match is', 'matches are')} in{' '}
          <button type="button" className={classes.textButton} onClick={() => actions.showTab(elsewhere.tab)}>
            {TAB_NAMES[elsewhere.tab]}
          </button>
          .
        </p>
      )}
      {view === 'board' && !isWhole && <BoardSkeleton />}
      {view === 'board' && isWhole && (
        <Suspense fallback={<BoardSkeleton />}>
          <Board
            staff={staff}
            asOf={asOf}
            sections={sections}
            order={order}
            family={family}
            selection={selection}
            showInactive={showInactive}
          />
        </Suspense>
      )}
      <PrintedTables sections={sections} columns={columns} sort={sort} layout={layout} />
      <CellTemplates />
      {view === 'table' && (
        <Tables>
          {sections.map((section, index) => (
            <BatchSection
              key={section.batch._id}
              section={section}
              columns={columns.get(section.batch._id) ?? NO_COLUMNS}
              isCollapsed={collapsed.has(section.batch._id)}
              existence={existence}
              sort={sort}
              layout={layout}
              filters={filters}
              start={starts[index]?.start ?? 'away'}
              inWindow={starts[index]?.inWindow ?? 0}
              open={staff.canWork || asOf !== null ? address.open : NOTHING_OPEN}
              context={context}
              onToggle={actions.toggleSection}
              onSort={tables.sortBy}
              onArrange={tables.arrange}
              onFilter={actions.filter}
            />
          ))}
        </Tables>
      )}
      {isWhole && sections.length === 0 && !members?.isPending && (
        <NothingShown
          query={query}
          isFiltered={isFiltered || quick.size > 0 || drill !== null || members !== null}
          tab={tab}
          seesAssignees={staff.canReadAdminOnly}
          onClear={() => {
            clear();
            actions.clearFilters();
            actions.clearQuick();
            actions.leaveDrill();
            actions.clearMembers();
          }}
        />
      )}
      <p className={classes.hint}>
        Press <kbd>?</kbd> for keyboard shortcuts.
      </p>
      {selection && (
        <BulkBar
          selection={selection}
          groups={groups}
          sections={shownSections}
          collapsed={view === 'table' ? collapsed : NOTHING_OPEN}
          myId={staff.myId}
        />
      )}
      {shortcuts.isOpen && <ShortcutsDialog view={view} onClose={shortcuts.close} canWork={staff.canWork} />}
    </>
  );
}

/** Reads the loading state here, because the page around would rerender with each answer. */
function Tables({ children }: { children: ReactNode }) {
  const isLoading = useIsFetching({ queryKey: applicationsQuery.queryKey, exact: true }) > 0;
  return <StagedTables isLoading={isLoading}>{children}</StagedTables>;
}

/** What the board shows. */
const inFamily = (sections: readonly Section[], family: StatusFamily | null): readonly Section[] =>
  family === null
    ? sections
    : sections.map((section) => ({
        ...section,
        applications: section.applications.filter(({ status }) => FAMILY_OF_STATUS[status] === family),
      }));

const numberIn = (sections: readonly Section[]): number =>
  sections.reduce((sum, { applications }) => sum + applications.length, 0);

const NO_COLUMNS: readonly never[] = [];

/** Height in pixels of a section's heading, and of the page above the first section; approximate. */
const HEAD = 90;
const ABOVE = 165;

function startsOf(
  sections: readonly Section[],
  isWhole: boolean,
): readonly { readonly start: Start; readonly inWindow: number }[] {
  let top = 0;
  const first = sections.findIndex(({ applications }) => applications.length > 0);
  const isAtTop = scrollY === 0;
  return sections.map(({ applications }, index) => {
    const room = Math.ceil((innerHeight - ABOVE - top - HEAD) / ROW_HEIGHT);
    const inWindow = isAtTop ? Math.max(0, Math.min(room, plainRows())) : plainRows();
    const start = top < innerHeight ? 'plain' : 'away';
    top += HEAD + Math.min(applications.length, plainRows()) * ROW_HEIGHT;
    if (isWhole) return { start, inWindow };
    return { start: index === first ? 'drawn' : 'away', inWindow };
  });
}

const rowsOf = (sections: readonly Section[], columns: ColumnsByBatch, sort: readonly Sort[]) =>
  sections.flatMap(({ batch, applications }) => inSortOrder(applications, columns.get(batch._id) ?? NO_COLUMNS, sort));

function narrowing({
  myId,
  limits,
  now,
  zone = 'UTC',
  columns,
  filters,
  quick,
  isCounted,
  memberIds,
}: Pick<Staff, 'myId' | 'limits' | 'now'> & {
  zone: string | undefined;
  columns: ColumnsByBatch;
  filters: ColumnFilters;
  quick: ReadonlySet<QuickFilter>;
  isCounted: ((application: ApplicationView) => boolean) | null;
  memberIds: ReadonlySet<string> | null;
}): Pick<Filter, 'alsoPasses'> {
  if (quick.size === 0 && Object.keys(filters).length === 0 && !isCounted && !memberIds) return {};
  const question = { myId, limits, now: now(), today: dayIn(zone, now()) };
  return {
    alsoPasses: (application, { _id }) =>
      (!isCounted || isCounted(application)) &&
      (!memberIds || memberIds.has(application._id)) &&
      passesQuick(application, quick, question) &&
      passesFilters(application, columns.get(_id) ?? [], filters),
  };
}

function titlesOf(filters: ColumnFilters, columns: ColumnsByBatch): readonly string[] {
  const titles = new Map([...columns.values()].flat().map(({ id, title }) => [id, title]));
  return Object.keys(filters).map((id) => titles.get(id) ?? id);
}
