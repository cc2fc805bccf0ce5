import { UnknownProjection } from './contract.ts';
import type { AnyProjection } from './projection.ts';
import { type Live, Served } from './served.ts';

export interface SetChange {
  readonly added: readonly Served[];
  readonly removed: readonly Served[];
}

export class ServedSet implements Iterable<Served> {
  readonly #byName = new Map<string, Served>();

  constructor(projections: readonly AnyProjection[]) {
    this.replace(projections);
  }

  [Symbol.iterator](): IterableIterator<Served> {
    return this.#byName.values();
  }

  get(name: string): Served | undefined {
    return this.#byName.get(name);
  }

  find(name: string): Served {
    const one = this.get(name);
    if (!one) throw new UnknownProjection(`There is no projection ${name}`);
    return one;
  }

  has(one: Served): boolean {
    return this.get(one.name) === one;
  }

  /** Unchanged projections continue; a new version serves the old documents until it is built. */
  replace(projections: readonly AnyProjection[]): SetChange {
    const wanted = new Map(projections.map((projection) => [projection.name, projection]));
    if (wanted.size < projections.length) throw new Error('Two projections have the same name');
    const removed = [...this].filter(({ projection }) => !isSame(projection, wanted.get(projection.name)));
    for (const { name } of removed) this.#byName.delete(name);
    const added = projections.filter(({ name }) => !this.#byName.has(name)).map((projection) => new Served(projection));
    for (const one of added) {
      const before = removed.find(({ name }) => name === one.name);
      if (before) one.follow(servedOn(before, one.projection), false, undefined);
      this.#byName.set(one.name, one);
    }
    return { added, removed };
  }
}

const isSame = (one: AnyProjection, other: AnyProjection | undefined): boolean =>
  one.version === other?.version && one.stopped?.eventId === other.stopped?.eventId;

const servedOn = ({ live, projection: { indexes } }: Served, next: AnyProjection): Live | null =>
  next.indexes.every((index) => indexes.includes(index)) ? live : null;
