import type { Sliced } from '../../timing/in-slices.ts';
import type { Subject } from './contributions.ts';

export interface Journey {
  readonly start: number;
  readonly last: Subject;
  readonly end: { readonly subject: Subject; readonly part: Subject['parts'][number] } | null;
}

/** Subjects between two pauses. */
export const AT_ONCE = 200;

/** Joins applications with the copies that transfers have made of them. */
export class People {
  readonly all: readonly Subject[];
  readonly #byId: ReadonlyMap<string, Subject>;
  /** By the id of a copy, also after the original has returned. */
  readonly #originals: ReadonlyMap<string, Subject>;

  private constructor(byId: ReadonlyMap<string, Subject>, originals: ReadonlyMap<string, Subject>) {
    this.all = [...byId.values()];
    this.#byId = byId;
    this.#originals = originals;
  }

  static *of(subjects: Iterable<Subject>): Sliced<People> {
    const byId = new Map<string, Subject>();
    const originals = new Map<string, Subject>();
    for (const subject of subjects) {
      if (!subject.isGone) {
        const { id, copyId, formerCopies = [] } = subject;
        byId.set(id, subject);
        for (const copy of copyId === null ? formerCopies : [...formerCopies, copyId]) originals.set(copy, subject);
      }
      if (byId.size % AT_ONCE === 0) yield;
    }
    return new People(byId, originals);
  }

  /** The application's present state. A cancelled copy whose original has returned is that original. */
  lastOf(subject: Subject): Subject {
    const last = this.#newestCopyOf(subject);
    const original = last.isCancelled ? this.#returnedFrom(last) : undefined;
    return original ? this.#newestCopyOf(original) : last;
  }

  #newestCopyOf(subject: Subject): Subject {
    if (subject.copyId === null) return subject;
    const seen = new Set<Subject>();
    let last = subject;
    while (last.copyId !== null && !seen.has(last)) {
      seen.add(last);
      last = this.#byId.get(last.copyId) ?? last;
    }
    return last;
  }

  /** The original, or one before it, that has returned from the copy. */
  #returnedFrom(copy: Subject): Subject | undefined {
    const seen = new Set<Subject>();
    for (let one = copy; !seen.has(one); ) {
      seen.add(one);
      const original = this.#originals.get(one.id);
      if (!original || original.formerCopies?.includes(one.id)) return original;
      one = original;
    }
    return undefined;
  }

  /** Calls `take` for each application that has started. */
  *journeys(take: (journey: Journey) => void): Sliced<void> {
    const joined = new Map<Subject, Subject[]>();
    for (const [index, subject] of this.all.entries()) {
      const last = this.lastOf(subject);
      const before = joined.get(last);
      if (before) before.push(subject);
      else joined.set(last, [subject]);
      if (index % AT_ONCE === 0) yield;
    }
    let taken = 0;
    for (const [last, subjects] of joined) {
      const journey = journeyOf(last, subjects);
      if (journey) take(journey);
      taken += 1;
      if (taken % AT_ONCE === 0) yield;
    }
  }
}

function journeyOf(last: Subject, subjects: readonly Subject[]): Journey | null {
  const starts = subjects.flatMap(({ start }) => start ?? []);
  if (starts.length === 0) return null;
  const start = starts.reduce((one, other) => Math.min(one, other));
  let end: Journey['end'] = null;
  for (const subject of subjects) {
    for (const part of subject.parts) {
      if (part.at >= start && (end === null || part.at < end.part.at)) end = { subject, part };
    }
  }
  return { start, last, end };
}
