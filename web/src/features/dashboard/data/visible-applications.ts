import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { applicantSearchOf, matches, searchTextOf } from '../../../../../domain/application/applicant-search.ts';
import { isInactive } from '../../../../../domain/application/statuses.ts';
import { type DashboardTab, isInTab } from '../../../../../domain/batch/on-dashboard.ts';
import { byEmail, type CallByName } from '../../../../../domain/user/display-name.ts';

interface Texts {
  readonly ofOne: WeakMap<ApplicationView, string>;
  readonly ofList: WeakMap<readonly ApplicationView[], readonly string[]>;
}

/** Made anew for other names of staff: those arrive after the first rows. */
const textsBy = new WeakMap<CallByName, Texts>();

function textsOf(call: CallByName): Texts {
  const known = textsBy.get(call);
  if (known) return known;
  const texts: Texts = { ofOne: new WeakMap(), ofList: new WeakMap() };
  textsBy.set(call, texts);
  return texts;
}

function haystack(application: ApplicationView, call: CallByName): string {
  const { ofOne } = textsOf(call);
  const known = ofOne.get(application);
  if (known !== undefined) return known;
  const { firstName = null, lastName = null, phoneNumber = null } = application;
  const { email, trackingNumber, status, adminAssignee } = application;
  const assignee = adminAssignee?.userEmail ?? '';
  const called = call(assignee) ?? '';
  const text = searchTextOf({ firstName, lastName, email, phoneNumber, trackingNumber }, [
    status,
    assignee,
    ...(called === assignee ? [] : [called]),
  ]);
  ofOne.set(application, text);
  return text;
}

function haystacksOf(applications: readonly ApplicationView[], call: CallByName): readonly string[] {
  const { ofList } = textsOf(call);
  const known = ofList.get(applications);
  if (known) return known;
  const texts = applications.map((application) => haystack(application, call));
  ofList.set(applications, texts);
  return texts;
}

/** A generator that can pause: 20,000 applications take a tenth of a second. */
export function* prepareSearch(
  groups: ReadonlyMap<Batch, readonly ApplicationView[]>,
  call: CallByName,
): Generator<undefined, void> {
  for (const applications of groups.values()) {
    haystacksOf(applications, call);
    yield;
  }
}

export interface Filter {
  readonly tab: DashboardTab;
  readonly query: string;
  readonly showInactive: boolean;
  /** Shows only this batch; ignored if the tab does not have it. */
  readonly batchId?: string | null;
  readonly alsoPasses?: (application: ApplicationView, batch: Batch) => boolean;
  readonly awaited?: ReadonlySet<string>;
  /** The search finds assignees by the names that are shown. */
  readonly call?: CallByName;
  /** The same object while the search and filters are the same. */
  readonly lookedFor?: unknown;
}

export interface Section {
  readonly batch: Batch;
  readonly applications: readonly ApplicationView[];
  readonly total: number;
  readonly lookedFor?: unknown;
  readonly isAwaited?: boolean;
}

export interface Sections {
  readonly sections: readonly Section[];
  readonly shown: number;
  readonly elsewhere: { readonly tab: DashboardTab; readonly hits: number } | null;
  readonly inactiveHits: number;
}

export function groupByBatch(
  batches: readonly Batch[],
  applications: readonly ApplicationView[],
): ReadonlyMap<Batch, readonly ApplicationView[]> {
  const byId = new Map<string, ApplicationView[]>(batches.map(({ _id }) => [_id, []]));
  for (const application of applications) byId.get(application.batchId)?.push(application);
  return new Map(batches.map((batch) => [batch, byId.get(batch._id) ?? []]));
}

interface Shown {
  readonly section: Section;
  /** The last search, whether or not it changed the section. */
  readonly lookedFor: unknown;
}

const lastShown = new WeakMap<Batch, Shown>();

/** Returns the previous section if nothing in it changed, so that it does not rerender. */
function unchangedOr(section: Section): Section {
  const { section: last, lookedFor } = lastShown.get(section.batch) ?? {};
  const isSame =
    last?.total === section.total &&
    last.isAwaited === section.isAwaited &&
    last.applications.length === section.applications.length &&
    last.applications.every((application, index) => application === section.applications[index]);
  const changed = last && lookedFor === section.lookedFor ? { ...section, lookedFor: last.lookedFor } : section;
  const now = isSame ? last : changed;
  lastShown.set(section.batch, { section: now, lookedFor: section.lookedFor });
  return now;
}

export function visibleSections(groups: ReadonlyMap<Batch, readonly ApplicationView[]>, filter: Filter): Sections {
  const parts = applicantSearchOf(filter.query)?.parts;
  const { alsoPasses, awaited, lookedFor, call = byEmail } = filter;
  const isNarrowed = parts !== undefined || alsoPasses !== undefined;
  const isHidden = ({ status }: ApplicationView) => !filter.showInactive && isInactive(status);
  const only = [...groups.keys()].find((batch) => batch._id === filter.batchId && isInTab(batch, filter.tab));
  const sections: Section[] = [];
  let shown = 0;
  let hits = 0;
  let inactiveHits = 0;
  for (const [batch, all] of groups) {
    const texts = parts && haystacksOf(all, call);
    const passes = (application: ApplicationView, index: number) =>
      (!texts || matches(texts[index] ?? '', parts)) && (!alsoPasses || alsoPasses(application, batch));
    const matching = isNarrowed ? all.filter(passes) : all;
    const applications = matching.filter((application) => !isHidden(application));
    if (!isInTab(batch, filter.tab)) {
      hits += applications.length;
      continue;
    }
    if (only && batch !== only) continue;
    if (awaited?.has(batch._id)) {
      if (!isNarrowed) sections.push(unchangedOr({ batch, applications, total: 0, lookedFor, isAwaited: true }));
      continue;
    }
    shown += applications.length;
    if (parts) inactiveHits += matching.length - applications.length;
    if (!isNarrowed || applications.length > 0)
      sections.push(unchangedOr({ batch, applications, total: all.length, lookedFor }));
  }
  const otherTab = filter.tab === 'active' ? 'complete' : 'active';
  return { sections, shown, elsewhere: parts && hits > 0 ? { tab: otherTab, hits } : null, inactiveHits };
}
