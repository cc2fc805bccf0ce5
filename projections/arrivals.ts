import type { ApplicationEvent } from '../domain/application/events.ts';
import type { AnyEvent, EventOf, Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import { QUARTER_MS } from '../domain/values/days.ts';
import type { PersonalDataErased } from '../domain/values/personal-data.ts';
import { type PassedOn, projection } from './engine/projection.ts';

/** The batch and time for which an application counts. A copy counts at the time of its original. */
interface Arrival {
  readonly organizationId: string;
  readonly batchId: string;
  /** ISO-8601. */
  readonly appliedAt: string;
}

/** A change of whether an application counts; positions as texts. */
interface Turn {
  readonly position: string;
  readonly isCounted: boolean;
}

/** A copy that a transfer made, and the position of that event. */
interface Copy {
  readonly copyId: string;
  readonly position: string;
}

/** More changes than a rebuild repeats after a crash; older ones are included in the counts. */
const MOST_TURNS = 500;
const MOST_COPIES = 100;

/** `_id` is the application's id. */
interface ApplicationArrival {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly arrival: Arrival | null;
  readonly isErased: boolean;
  readonly isTransferred: boolean;
  readonly hasCopy: boolean;
  readonly isCancelled: boolean;
  /** Of a copy: the position at which its original returned; null if it has not. */
  readonly leftAt: string | null;
  readonly copies: readonly Copy[];
  readonly turns: readonly Turn[];
}

/**
 * Applications to a batch per quarter of an hour of a UTC month: midnight in every zone is at such a quarter, so no
 * count depends on the organization's zone. Only these documents have the indexed members, so queries find no
 * others.
 */
export interface ArrivalCounts {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly organizationId: string;
  readonly batchId: string;
  readonly month: string;
  /** Quarters since the month's beginning, ascending. */
  readonly quarters: readonly number[];
  readonly counts: readonly number[];
}

export type ArrivalsDocument = ApplicationArrival | ArrivalCounts;
type Handled =
  | Extract<
      ApplicationEvent,
      {
        type:
          | 'ApplicationSubmitted'
          | 'ApplicationCopied'
          | 'ApplicationTransferred'
          | 'StatusChanged'
          | 'ApplicationRemoved';
      }
    >
  | EventOf<typeof PersonalDataErased>;
type Of<Type extends Handled['type']> = Extract<Handled, { type: Type }>;
type Copied = Of<'ApplicationCopied'>;

const isCounted = ({
  arrival,
  isErased,
  isTransferred,
  hasCopy,
  isCancelled,
  leftAt,
}: Omit<ApplicationArrival, '_id' | 'turns' | 'copies'>): boolean =>
  arrival !== null && !isErased && !(isTransferred && hasCopy) && !(isCancelled && leftAt !== null);

const unknown = (_id: string): ApplicationArrival => ({
  _id,
  arrival: null,
  isErased: false,
  isTransferred: false,
  hasCopy: false,
  isCancelled: false,
  leftAt: null,
  copies: [],
  turns: [],
});

function changed(
  document: ApplicationArrival,
  changes: Partial<ApplicationArrival>,
  { position }: Recorded<AnyEvent>,
): ApplicationArrival {
  const next = { ...document, ...changes };
  if (isCounted(next) === isCounted(document)) return next;
  const turn = { position: String(position), isCounted: isCounted(next) };
  return { ...next, turns: [...document.turns.slice(1 - MOST_TURNS), turn] };
}

const asApplication = (document: ArrivalsDocument | undefined, id: string): ApplicationArrival =>
  document && 'turns' in document ? document : unknown(id);

const monthStart = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);
export const countsId = (batchId: string, month: string): string => `${batchId}:${month}`;

export const instantOf = ({ month }: Pick<ArrivalCounts, 'month'>, quarter: number): number =>
  monthStart(month) + quarter * QUARTER_MS;

function countsAfter(
  counts: ArrivalCounts | undefined,
  { organizationId, batchId, appliedAt }: Arrival,
  change: 1 | -1,
): ArrivalCounts {
  const at = new Date(appliedAt);
  const month = at.toISOString().slice(0, 7);
  const quarter = Math.floor((at.getTime() - monthStart(month)) / QUARTER_MS);
  const now = counts ?? { _id: countsId(batchId, month), organizationId, batchId, month, quarters: [], counts: [] };
  const { quarters } = now;
  const place = placeOf(quarters, quarter);
  const isKnown = quarters[place] === quarter;
  const count = (isKnown ? (now.counts[place] ?? 0) : 0) + change;
  if (count > 0 && isKnown) return { ...now, counts: now.counts.with(place, count) };
  const [removed, added] = [isKnown ? 1 : 0, count > 0 ? 1 : 0];
  return {
    ...now,
    quarters: quarters.toSpliced(place, removed, ...(added ? [quarter] : [])),
    counts: now.counts.toSpliced(place, removed, ...(added ? [count] : [])),
  };
}

/** The first index whose value is not below. New values are mostly appended at the end. */
function placeOf(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  if ((ascending.at(-1) ?? -1) < value) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function copyOf(original: ApplicationArrival, event: Recorded<Copied>): PassedOn<ArrivalsDocument> {
  const { organizationId, batchId, status } = event.data;
  const appliedAt = original.arrival?.appliedAt ?? event.at;
  const id = idOf(event.stream);
  const isLeft = original.leftAt !== null && BigInt(original.leftAt) < event.position;
  const start = {
    arrival: { organizationId, batchId, appliedAt },
    isCancelled: status === 'CANCELLED',
    leftAt: isLeft ? original.leftAt : null,
  };
  return { id, fold: (document) => changed(asApplication(document, id), start, event) };
}

/** Copies, and copies of copies, that were made before the original returned. */
const toCopies = ({ copies }: ApplicationArrival, event: Recorded<AnyEvent>): readonly PassedOn<ArrivalsDocument>[] =>
  copies
    .filter(({ position }) => BigInt(position) < event.position)
    .map(({ copyId }) => ({
      id: copyId,
      fold(document) {
        const copy = asApplication(document, copyId);
        return changed(copy, { leftAt: copy.leftAt ?? String(event.position) }, event);
      },
    }));

/** It returns from a transfer, is cancelled or reopened; null for other changes. */
function afterStatus({ from, to }: Of<'StatusChanged'>['data']): Partial<ApplicationArrival> | null {
  if (from === 'TRANSFERRED') return { isTransferred: false, hasCopy: false, isCancelled: to === 'CANCELLED' };
  return from === 'CANCELLED' || to === 'CANCELLED' ? { isCancelled: to === 'CANCELLED' } : null;
}

function toCounts({ arrival, turns }: ApplicationArrival, { position }: Recorded<AnyEvent>) {
  const turn = turns.find((one) => one.position === String(position));
  if (!arrival || !turn) return [];
  const id = countsId(arrival.batchId, new Date(arrival.appliedAt).toISOString().slice(0, 7));
  const fold = (document: ArrivalsDocument | undefined): ArrivalsDocument =>
    countsAfter(document as ArrivalCounts | undefined, arrival, turn.isCounted ? 1 : -1);
  return [{ id, fold }];
}

/**
 * Counts every application that is neither erased nor removed once, in its present batch. A transferred original counts
 * until its copy does, by one event, so a transfer changes no day and no total. A cancelled copy whose original has
 * returned does not count, because the original does again.
 */
export const arrivals = projection<ArrivalsDocument, Handled>({
  name: 'arrivals',
  version: 3,
  digest: 'fef43fc290ff96cc',
  indexes: ['organizationId', 'batchId', 'month'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`],
  on: {
    ApplicationSubmitted: (document, event) =>
      changed(
        asApplication(document, idOf(event.stream)),
        {
          arrival: {
            organizationId: event.data.organizationId,
            batchId: event.data.batchId,
            appliedAt: event.at,
          },
        },
        event,
      ),
    ApplicationCopied: {
      id: ({ data }) => data.fromId,
      fold(document, event, id) {
        const original = asApplication(document, id);
        const copy = { copyId: idOf(event.stream), position: String(event.position) };
        return changed(original, { hasCopy: true, copies: [...original.copies, copy].slice(-MOST_COPIES) }, event);
      },
    },
    ApplicationTransferred: (document, event) =>
      changed(asApplication(document, idOf(event.stream)), { isTransferred: true, isCancelled: false }, event),
    StatusChanged(document, event) {
      const changes = document && afterStatus(event.data);
      return changes ? changed(asApplication(document, document._id), changes, event) : document;
    },
    ApplicationRemoved: (document, event) =>
      document && changed(asApplication(document, document._id), { isErased: true }, event),
    PersonalDataErased: (document, event) =>
      document && categoryOf(event.stream) === 'application'
        ? changed(asApplication(document, document._id), { isErased: true }, event)
        : document,
  },
  passesOn(document, event) {
    if (!('turns' in document)) return [];
    const isOriginal = event.type === 'ApplicationCopied' && document._id === (event as Recorded<Copied>).data.fromId;
    const isReturn =
      event.type === 'StatusChanged' && (event as Recorded<Of<'StatusChanged'>>).data.from === 'TRANSFERRED';
    return [
      ...toCounts(document, event),
      ...(isOriginal ? [copyOf(document, event as Recorded<Copied>)] : []),
      ...(isReturn ? toCopies(document, event) : []),
    ];
  },
});
