import type { Subject } from './contributions.ts';
import { instantOf } from './event-values.ts';
import { createFigures, type Figure, Tally } from './figures.ts';
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

export interface TabulateOptions {
  /** First day (YYYY-MM-DD) of the bucket of an instant. */
  readonly startOf: (instant: number) => string;
  /** All buckets from the first to the last; null if too many. */
  readonly between: (first: string, last: string) => readonly string[] | null;
  /** Groups shown by name; null for all. */
  readonly most: number | null;
  /** By the field's id. Of such a field, all other values are one group without their text. */
  readonly offered: ReadonlyMap<string, readonly string[]>;
}

interface Entry {
  readonly keys: readonly (string | null)[];
  readonly tally: Tally;
}

const SEPARATOR = '\u0000';
/** No value's key, because those are trimmed. */
const FORMER = ' ';

/** Computes all figures from the single contributions, because totals are not sums of groups. */
export function tabulate(subjects: Iterable<Subject>, plan: Plan, options: TabulateOptions): ReportTable {
  const { measure } = plan.question;
  const entries = new Map<string, Entry>();
  const spelling = new Map<string, string>();
  const people = new People(subjects);
  const offered = plan.question.groupBy.map((one) => {
    const values = one.kind === 'field' ? options.offered.get(one.field) : undefined;
    return values && new Set(values.map(folded));
  });
  let open = 0;
  const add = (subject: Subject, part: Subject['parts'][number], duration: number | null) => {
    const { id, facts } = people.lastOf(subject);
    if (!plan.conditionsToday.every(({ condition, fact }) => holds(condition, facts[fact] ?? null))) return;
    const keys = plan.sources.map((source, axis) => {
      if (source.in === 'time') return options.startOf(instantOf(part.at, plan));
      return keyed((source.in === 'facts' ? facts : part.values)[source.index] ?? null, offered[axis]);
    });
    const name = keys.map((key) => (key === null ? '' : `=${key}`)).join(SEPARATOR);
    const entry = entries.get(name) ?? { keys, tally: new Tally() };
    entries.set(name, entry);
    entry.tally.add(measure.kind === 'applications' ? id : null, part, duration);
  };
  if (measure.kind === 'median') {
    for (const journey of people.journeys()) {
      if (journey.end) add(journey.end.subject, journey.end.part, journey.end.part.at - journey.start);
      else if (plan.conditionsToday.every(({ condition, fact }) => holds(condition, journey.last.facts[fact] ?? null)))
        open += 1;
    }
  } else {
    for (const subject of people.all) for (const part of subject.parts) add(subject, part, null);
  }
  const spell = (key: string) => spelling.get(key) ?? key;
  return { ...arranged([...entries.values()], plan, options, spell), open: measure.kind === 'median' ? open : null };

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

function arranged(
  entries: readonly Entry[],
  plan: Plan,
  { between, most }: TabulateOptions,
  spell: (key: string) => string,
): Omit<ReportTable, 'open'> {
  const figure = createFigures(plan.question.measure);
  const axes = plan.sources.map((source, axis) => {
    const groups = Map.groupBy(entries, ({ keys }) => keys[axis] ?? null);
    const figures = new Map([...groups].map(([key, some]) => [key, figure(Tally.of(some.map((one) => one.tally)))]));
    const buckets = source.in === 'time' ? timeBuckets(groups, between) : valueBuckets(figures, most);
    const places = new Map(
      buckets.flatMap(({ kind, key }, index) => (kind === 'value' ? [[key, index] as const] : [])),
    );
    const place = (kind: Bucket['kind']) => buckets.findIndex(isOf(kind));
    const rest = { none: place('none'), former: place('former'), other: place('other') };
    const placeOf = (key: string | null) => {
      if (key === null) return rest.none;
      return key === FORMER ? rest.former : (places.get(key) ?? rest.other);
    };
    return { buckets, placeOf };
  });
  const placed = Map.groupBy(entries, ({ keys }) =>
    axes.map(({ placeOf }, axis) => placeOf(keys[axis] ?? null)).join(),
  );
  const cells = [...placed].map(([name, some]) => ({
    at: name === '' ? [] : name.split(',').map(Number),
    ...figure(Tally.of(some.map((one) => one.tally))),
  }));
  return {
    axes: axes.map(({ buckets, placeOf }, axis) => {
      const inBucket = Map.groupBy(entries, ({ keys }) => placeOf(keys[axis] ?? null));
      return {
        buckets:
          plan.sources[axis]?.in === 'time'
            ? buckets
            : buckets.map((one) => ({ ...one, key: one.key && spell(one.key) })),
        figures: buckets.map((_, index) => figure(Tally.of((inBucket.get(index) ?? []).map((one) => one.tally)))),
      };
    }),
    cells: plan.sources.length === 0 ? [] : cells,
    total: figure(Tally.of(entries.map((one) => one.tally))),
  };
}

const isOf =
  (kind: Bucket['kind']) =>
  (bucket: Bucket): boolean =>
    bucket.kind === kind;

function timeBuckets(groups: ReadonlyMap<string | null, unknown>, between: TabulateOptions['between']) {
  const days = [...groups.keys()].filter((key) => key !== null).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return (between(first, last) ?? days).map((key): Bucket => ({ kind: 'value', key, groups: 1 }));
}

function valueBuckets(figures: ReadonlyMap<string | null, Figure>, most: number | null): readonly Bucket[] {
  const keys = [...figures.keys()].filter((key) => key !== null && key !== FORMER) as readonly string[];
  const size = (key: string) => figures.get(key)?.n ?? 0;
  const ordered = keys.toSorted((one, other) => size(other) - size(one) || (one < other ? -1 : 1));
  const shown = most === null ? ordered : ordered.slice(0, most);
  const others = ordered.length - shown.length;
  return [
    ...shown.map((key): Bucket => ({ kind: 'value', key, groups: 1 })),
    ...(others > 0 ? [{ kind: 'other', key: null, groups: others } as const] : []),
    ...(figures.has(FORMER) ? [{ kind: 'former', key: null, groups: 1 } as const] : []),
    ...(figures.has(null) ? [{ kind: 'none', key: null, groups: 1 } as const] : []),
  ];
}

interface Journey {
  readonly start: number;
  readonly last: Subject;
  readonly end: { readonly subject: Subject; readonly part: Subject['parts'][number] } | null;
}

/** Joins applications with the copies that transfers have made of them. */
class People {
  readonly all: readonly Subject[];
  readonly #byId: ReadonlyMap<string, Subject>;

  constructor(subjects: Iterable<Subject>) {
    this.all = [...subjects].filter(({ isGone }) => !isGone);
    this.#byId = new Map(this.all.map((subject) => [subject.id, subject]));
  }

  /** The application's present state. */
  lastOf(subject: Subject): Subject {
    const seen = new Set<Subject>();
    let last = subject;
    while (last.copyId !== null && !seen.has(last)) {
      seen.add(last);
      last = this.#byId.get(last.copyId) ?? last;
    }
    return last;
  }

  *journeys(): Generator<Journey> {
    for (const [last, subjects] of Map.groupBy(this.all, (subject) => this.lastOf(subject))) {
      const starts = subjects.flatMap(({ start }) => start ?? []);
      if (starts.length === 0) continue;
      const start = starts.reduce((one, other) => Math.min(one, other));
      let end: Journey['end'] = null;
      for (const subject of subjects) {
        for (const part of subject.parts) {
          if (part.at >= start && (end === null || part.at < end.part.at)) end = { subject, part };
        }
      }
      yield { start, last, end };
    }
  }
}
