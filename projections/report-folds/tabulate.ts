import { largestOf } from '../../domain/reports/largest.ts';
import { atOnce, type Sliced } from '../../timing/in-slices.ts';
import type { Subject } from './contributions.ts';
import { instantOf } from './event-values.ts';
import { createFigures, type Figure, idsOf, Tally } from './figures.ts';
import { AT_ONCE, People } from './people.ts';
import { folded, holds, type Plan } from './plan.ts';

/** `other`: groups beyond the limit; `former`: answers that are no options; `none`: without a value. */
export interface Bucket {
  readonly kind: 'value' | 'other' | 'former' | 'none';
  /** A value, or the first day of a time; null for the other kinds. */
  readonly key: string | null;
  /** Number of joined groups. */
  readonly groups: number;
}

export interface ReportTable {
  readonly axes: readonly { readonly buckets: readonly Bucket[]; readonly figures: readonly Figure[] }[];
  /** `at`: one index per axis. Absent combinations are empty. */
  readonly cells: readonly (Figure & { readonly at: readonly number[] })[];
  readonly total: Figure;
  /** For a median: applications that have started and not arrived. */
  readonly open: number | null;
}

export interface GatherOptions {
  /** First day (YYYY-MM-DD) of the bucket of an instant. */
  readonly startOf: (instant: number) => string;
  /** By the field's id. Of such a field, all other values are one group without their text. */
  readonly offered: ReadonlyMap<string, readonly string[]>;
}

export interface ArrangeOptions {
  /** All buckets from the first to the last; null if too many. */
  readonly between: (first: string, last: string) => readonly string[] | null;
  /** Groups shown by name; null for all. */
  readonly most: number | null;
}

export interface TabulateOptions extends GatherOptions, ArrangeOptions {}

interface Entry {
  readonly keys: readonly (string | null)[];
  readonly tally: Tally;
}

/** The figures of each combination of groups, and the applications behind them. */
export interface Gathered {
  readonly plan: Plan;
  readonly entries: readonly Entry[];
  /** For a median: applications that have started and not arrived. */
  readonly open: readonly string[] | null;
  readonly spelling: ReadonlyMap<string, string>;
  /** Number of ids that it holds. */
  readonly size: number;
}

const SEPARATOR = '\u0000';
/** No value's key, because those are trimmed. */
const FORMER = ' ';

/** Computes all figures from the single contributions, because totals are not sums of groups. */
export function tabulate(subjects: Iterable<Subject>, plan: Plan, options: TabulateOptions): ReportTable {
  return atOnce(arrange(atOnce(gather(subjects, plan, options)), options));
}

export function* gather(
  subjects: Iterable<Subject>,
  plan: Plan,
  { startOf, offered: options }: GatherOptions,
): Sliced<Gathered> {
  const { measure, groupBy } = plan.question;
  const entries = new Map<string, Entry>();
  const spelling = new Map<string, string>();
  const people = yield* People.of(subjects);
  const offered = groupBy.map((one) => {
    const values = one.kind === 'field' ? options.get(one.field) : undefined;
    return values && new Set(values.map(folded));
  });
  const counts = ({ facts }: Subject) =>
    plan.conditionsToday.every(({ condition, fact }) => holds(condition, facts[fact] ?? null));
  const add = (subject: Subject, part: Subject['parts'][number], duration: number | null) => {
    const last = people.lastOf(subject);
    if (!counts(last)) return;
    const keys = plan.sources.map((source, axis) => {
      if (source.in === 'time') return startOf(instantOf(part.at, plan));
      return keyed((source.in === 'facts' ? last.facts : part.values)[source.index] ?? null, offered[axis]);
    });
    const name = keys.map((key) => (key === null ? '' : `=${key}`)).join(SEPARATOR);
    let entry = entries.get(name);
    if (!entry) {
      entry = { keys, tally: new Tally() };
      entries.set(name, entry);
    }
    entry.tally.add(last.id, part, duration);
  };
  let open: string[] | null = null;
  if (measure.kind === 'median') {
    const still: string[] = [];
    yield* people.journeys(({ start, last, end }) => {
      if (end) add(end.subject, end.part, end.part.at - start);
      else if (counts(last)) still.push(last.id);
    });
    open = still;
  } else {
    for (const [index, subject] of people.all.entries()) {
      for (const part of subject.parts) add(subject, part, null);
      if (index % AT_ONCE === 0) yield;
    }
  }
  const all = [...entries.values()];
  const size = all.reduce((sum, { tally }) => sum + tally.ids.size, open?.length ?? 0);
  return { plan, entries: all, open, spelling, size };

  /** Values that differ only in case are one group, shown in the spelling that sorts first. */
  function keyed(value: string | null, among: ReadonlySet<string> | undefined): string | null {
    const key = value === null ? '' : folded(value);
    if (key === '' || value === null) return null;
    if (among && !among.has(key)) return FORMER;
    const known = spelling.get(key);
    if (known === undefined || value.trim() < known) spelling.set(key, value.trim());
    return key;
  }
}

interface Axis {
  readonly buckets: readonly Bucket[];
  readonly placeOf: (key: string | null) => number;
}

function* axesOf({ plan, entries }: Gathered, { between, most }: ArrangeOptions): Sliced<readonly Axis[]> {
  const figureOf = createFigures(plan.question.measure);
  const axes: Axis[] = [];
  for (const [axis, source] of plan.sources.entries()) {
    const groups = Map.groupBy(entries, ({ keys }) => keys[axis] ?? null);
    yield;
    const sizes = new Map<string | null, number>();
    for (const [key, some] of groups) {
      const { n } = source.in === 'time' ? { n: 0 } : yield* figureOf(talliesOf(some));
      sizes.set(key, n);
      yield;
    }
    const buckets = source.in === 'time' ? timeBuckets(groups, between) : valueBuckets(sizes, most);
    const places = new Map(
      buckets.flatMap(({ kind, key }, index) => (kind === 'value' ? [[key, index] as const] : [])),
    );
    const place = (kind: Bucket['kind']) => buckets.findIndex(isOf(kind));
    const rest = { none: place('none'), former: place('former'), other: place('other') };
    const placeOf = (key: string | null) => {
      if (key === null) return rest.none;
      return key === FORMER ? rest.former : (places.get(key) ?? rest.other);
    };
    axes.push({ buckets, placeOf });
  }
  return axes;
}

/** The table with at most so many groups by name. */
export function* arrange(gathered: Gathered, options: ArrangeOptions): Sliced<ReportTable> {
  const { plan, entries, open } = gathered;
  const figureOf = createFigures(plan.question.measure);
  const axes = yield* axesOf(gathered, options);
  const arranged: ReportTable['axes'][number][] = [];
  for (const [axis, { buckets, placeOf }] of axes.entries()) {
    const inBucket = Map.groupBy(entries, ({ keys }) => placeOf(keys[axis] ?? null));
    const figures: Figure[] = [];
    for (const index of buckets.keys()) {
      figures.push(yield* figureOf(talliesOf(inBucket.get(index) ?? [])));
      yield;
    }
    arranged.push({ buckets: buckets.map((one) => spelt(one, plan, axis, gathered)), figures });
  }
  const placed = new Map<string, Entry[]>();
  for (const [index, entry] of entries.entries()) {
    const name = axes.map(({ placeOf }, axis) => placeOf(entry.keys[axis] ?? null)).join();
    const before = placed.get(name);
    if (before) before.push(entry);
    else placed.set(name, [entry]);
    if (index % AT_ONCE === 0) yield;
  }
  const cells: ReportTable['cells'][number][] = [];
  for (const [name, some] of placed) {
    const at = name === '' ? [] : name.split(',').map(Number);
    cells.push({ at, ...(yield* figureOf(talliesOf(some))) });
    yield;
  }
  return {
    axes: arranged,
    cells: plan.sources.length === 0 ? [] : cells,
    total: yield* figureOf(talliesOf(entries)),
    open: open?.length ?? null,
  };
}

/** A bucket as a link names it: `=` and its key, or its kind. */
export const nameOfBucket = ({ kind, key }: Pick<Bucket, 'kind' | 'key'>): string =>
  kind === 'value' ? `=${key}` : kind;

/**
 * The applications behind one number of the table with the same options: in the named bucket of each axis, or in any
 * where the name is null. Null if there is no such bucket.
 */
export function* membersOf(
  gathered: Gathered,
  names: readonly (string | null)[],
  options: ArrangeOptions,
): Sliced<ReadonlySet<string> | null> {
  const axes = yield* axesOf(gathered, options);
  const wanted = axes.map(({ buckets }, axis) => {
    const name = names[axis] ?? null;
    const isNamed = (one: Bucket) => nameOfBucket(spelt(one, gathered.plan, axis, gathered)) === name;
    return name === null ? null : buckets.findIndex(isNamed);
  });
  if (wanted.includes(-1)) return null;
  const inside = gathered.entries.filter(({ keys }) =>
    axes.every(({ placeOf }, axis) => wanted[axis] === null || placeOf(keys[axis] ?? null) === wanted[axis]),
  );
  return yield* idsOf(talliesOf(inside));
}

const talliesOf = (entries: readonly Entry[]): readonly Tally[] => entries.map(({ tally }) => tally);

const spelt = (bucket: Bucket, plan: Plan, axis: number, { spelling }: Gathered): Bucket =>
  bucket.key === null || plan.sources[axis]?.in === 'time'
    ? bucket
    : { ...bucket, key: spelling.get(bucket.key) ?? bucket.key };

const isOf =
  (kind: Bucket['kind']) =>
  (bucket: Bucket): boolean =>
    bucket.kind === kind;

function timeBuckets(groups: ReadonlyMap<string | null, unknown>, between: ArrangeOptions['between']) {
  const days = [...groups.keys()].filter((key) => key !== null).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return (between(first, last) ?? days).map((key): Bucket => ({ kind: 'value', key, groups: 1 }));
}

function valueBuckets(sizes: ReadonlyMap<string | null, number>, most: number | null): readonly Bucket[] {
  const keys = [...sizes.keys()].filter((key) => key !== null && key !== FORMER) as readonly string[];
  const size = (key: string) => sizes.get(key) ?? 0;
  const ordered = keys.toSorted((one, other) => size(other) - size(one) || (one < other ? -1 : 1));
  const { shown, others } = largestOf(ordered, most);
  return [
    ...shown.map((key): Bucket => ({ kind: 'value', key, groups: 1 })),
    ...(others.length > 0 ? [{ kind: 'other', key: null, groups: others.length } as const] : []),
    ...(sizes.has(FORMER) ? [{ kind: 'former', key: null, groups: 1 } as const] : []),
    ...(sizes.has(null) ? [{ kind: 'none', key: null, groups: 1 } as const] : []),
  ];
}
