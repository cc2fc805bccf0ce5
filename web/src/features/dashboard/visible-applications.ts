import type { Application } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { isInactive } from '../../../../domain/application/statuses.ts';
import { type DashboardTab, isInTab } from '../../../../domain/batch/on-dashboard.ts';

const haystacks = new WeakMap<Application, string>();

/** What the search box looks in: first + last name, email, status, assignee's email. */
function haystack(application: Application): string {
  const known = haystacks.get(application);
  if (known !== undefined) return known;
  const { firstName, lastName, email, status, adminAssignee } = application;
  const text = [`${firstName ?? ''} ${lastName ?? ''}`, email, status, adminAssignee?.userEmail]
    .filter(Boolean)
    .join('\n')
    .toLowerCase();
  haystacks.set(application, text);
  return text;
}

const listed = new WeakMap<readonly Application[], readonly string[]>();

/** Those of a batch, as each key of a search asks for all of them. */
function haystacksOf(applications: readonly Application[]): readonly string[] {
  const known = listed.get(applications);
  if (known) return known;
  const texts = applications.map(haystack);
  listed.set(applications, texts);
  return texts;
}

/** Before somebody types, as of twenty thousand it takes a tenth of a second; it may be paused. */
export function* prepareSearch(groups: ReadonlyMap<Batch, readonly Application[]>): Generator<undefined, void> {
  for (const applications of groups.values()) {
    haystacksOf(applications);
    yield;
  }
}

export interface Filter {
  readonly tab: DashboardTab;
  readonly query: string;
  readonly showInactive: boolean;
  /** The only batch to show; one that the tab does not have narrows nothing. */
  readonly batchId?: string | null;
  /** What the filters of the columns and the quick ones say of it; absent while there are none. */
  readonly alsoPasses?: (application: Application, batch: Batch) => boolean;
  /** Batches whose applications have not come yet. */
  readonly awaited?: ReadonlySet<string>;
  /** The same object as long as the same is looked for. */
  readonly lookedFor?: unknown;
}

export interface Section {
  readonly batch: Batch;
  /** Those that pass search and the inactive box. */
  readonly applications: readonly Application[];
  /** All of the batch. */
  readonly total: number;
  /** What of the batch was looked for when they changed last; only ever compared. */
  readonly lookedFor?: unknown;
  /** They are still on their way. */
  readonly isAwaited?: boolean;
}

export interface Sections {
  readonly sections: readonly Section[];
  readonly shown: number;
  /** Hits of the search in the tab that is not open. */
  readonly elsewhere: { readonly tab: DashboardTab; readonly hits: number } | null;
  /** Hits of the search in this tab that are hidden as inactive. */
  readonly inactiveHits: number;
}

/** Applications under their batches, in the order in which the server lists the batches. */
export function groupByBatch(
  batches: readonly Batch[],
  applications: readonly Application[],
): ReadonlyMap<Batch, readonly Application[]> {
  const byId = new Map<string, Application[]>(batches.map(({ _id }) => [_id, []]));
  for (const application of applications) byId.get(application.batchId)?.push(application);
  return new Map(batches.map((batch) => [batch, byId.get(batch._id) ?? []]));
}

interface Shown {
  readonly section: Section;
  /** What was looked for then, whether or not it changed anything. */
  readonly lookedFor: unknown;
}

const lastShown = new WeakMap<Batch, Shown>();

/** The section as it was last shown, where it holds the same still: then nothing of it is drawn again. */
function unchangedOr(section: Section): Section {
  const { section: last, lookedFor } = lastShown.get(section.batch) ?? {};
  const isSame =
    last?.total === section.total &&
    last.isAwaited === section.isAwaited &&
    last.applications.length === section.applications.length &&
    last.applications.every((application, index) => application === section.applications[index]);
  // Where the same is looked for still, others have changed the rows.
  const changed = last && lookedFor === section.lookedFor ? { ...section, lookedFor: last.lookedFor } : section;
  const now = isSame ? last : changed;
  lastShown.set(section.batch, { section: now, lookedFor: section.lookedFor });
  return now;
}

export function visibleSections(groups: ReadonlyMap<Batch, readonly Application[]>, filter: Filter): Sections {
  const words = filter.query.trim().toLowerCase();
  const { alsoPasses, awaited, lookedFor } = filter;
  const isNarrowed = words !== '' || alsoPasses !== undefined;
  const isHidden = ({ status }: Application) => !filter.showInactive && isInactive(status);
  const only = [...groups.keys()].find((batch) => batch._id === filter.batchId && isInTab(batch, filter.tab));
  const sections: Section[] = [];
  let shown = 0;
  let hits = 0;
  let inactiveHits = 0;
  for (const [batch, all] of groups) {
    const texts = words === '' ? null : haystacksOf(all);
    const matches = (application: Application, index: number) =>
      (!texts || texts[index]?.includes(words)) && (!alsoPasses || alsoPasses(application, batch));
    const matching = isNarrowed ? all.filter(matches) : all;
    const applications = matching.filter((application) => !isHidden(application));
    if (!isInTab(batch, filter.tab)) {
      hits += applications.length;
      continue;
    }
    if (only && batch !== only) continue;
    if (awaited?.has(batch._id)) {
      // Whether anything in it matches is not known yet.
      if (!isNarrowed) sections.push(unchangedOr({ batch, applications, total: 0, lookedFor, isAwaited: true }));
      continue;
    }
    shown += applications.length;
    if (words !== '') inactiveHits += matching.length - applications.length;
    if (!isNarrowed || applications.length > 0)
      sections.push(unchangedOr({ batch, applications, total: all.length, lookedFor }));
  }
  const otherTab = filter.tab === 'active' ? 'complete' : 'active';
  return { sections, shown, elsewhere: words !== '' && hits > 0 ? { tab: otherTab, hits } : null, inactiveHits };
}
