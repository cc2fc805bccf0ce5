import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, StoredEvent } from '../../commands/event-store/port.ts';
import { START } from '../../commands/event-store/port.ts';
import { ERASURE } from '../../projections/engine/erasure.ts';
import type { ProjectionStatus } from '../../projections/engine/status.ts';

/** A generation as it was at a position. */
export interface Counted {
  readonly generation: string;
  readonly position: bigint;
  /** Events that it says it was given. */
  readonly taken: number;
  readonly types: readonly string[];
  /** Only this organization's events, and all erasures; null for all. */
  readonly organization: string | null;
}

/** How many events the log has for a generation, and how many it was given, up to the same position. */
export interface Compared {
  readonly taken: number;
  readonly expected: number;
}

export interface EventTally {
  /** The last comparison of a generation; null before. */
  of(generation: string): Compared | null;
  /** Counts the log up to these generations, in the background. What is behind an earlier comparison is left for later. */
  compare(generations: readonly Counted[]): Promise<void>;
}

const PAGE = 500;

/**
 * Counts the log apart from the read models, so that a checkpoint that has moved past unread events shows. Reads each
 * event once in the life of the process, and nothing is decrypted.
 */
export function createEventTally(store: Pick<EventStore, 'readAll'>): EventTally {
  const counts = new Map<string, Map<string | null, number>>();
  let compared = new Map<string, Compared>();
  let position = START;
  let running: Promise<void> | null = null;

  const note = ({ type, metadata }: StoredEvent) => {
    const { organizationId } = JSON.parse(metadata) as { organizationId: string | null };
    const byOrganization = counts.get(type) ?? new Map<string | null, number>();
    byOrganization.set(organizationId, (byOrganization.get(organizationId) ?? 0) + 1);
    counts.set(type, byOrganization);
  };
  const expectedOf = ({ types, organization }: Counted): number => {
    let sum = 0;
    for (const type of types) {
      const byOrganization = counts.get(type) ?? new Map<string | null, number>();
      if (organization !== null && type !== ERASURE) sum += byOrganization.get(organization) ?? 0;
      else for (const count of byOrganization.values()) sum += count;
    }
    return sum;
  };

  async function run(generations: readonly Counted[]): Promise<void> {
    const names = new Set(generations.map(({ generation }) => generation));
    compared = new Map([...compared].filter(([name]) => names.has(name)));
    const due = generations
      .filter((one) => one.position >= position)
      .toSorted((one, other) => Number(one.position - other.position));
    const settle = (before: bigint | null) => {
      for (let [next] = due; next && (before === null || next.position < before); [next] = due) {
        compared.set(next.generation, { taken: next.taken, expected: expectedOf(next) });
        if (next.position > position) position = next.position;
        due.shift();
      }
    };
    for (let after = position; due.length > 0; ) {
      const page = await store.readAll({ after, limit: PAGE });
      for (const event of page.events) {
        settle(event.position);
        if (due.length === 0) return;
        note(event);
      }
      if (page.events.length === 0) settle(null);
      after = page.position;
      await nextTurn();
    }
  }

  return {
    of: (generation) => compared.get(generation) ?? null,
    compare(generations) {
      running ??= run(generations).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** An unreachable store is reported elsewhere, and a stopped one has a fault. */
export function countedIn({ generation, state, position, taken, types, organization }: ProjectionStatus): Counted[] {
  if (generation === null || taken === null || state === 'building') return [];
  return [{ generation, position: BigInt(position), taken, types, organization }];
}
