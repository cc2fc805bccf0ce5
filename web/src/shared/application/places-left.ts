import type { Batch } from '../../../../api/contract/batches.ts';
import { counted, grouped } from '../../../../domain/text/counted.ts';

export const placesLeft = ({ seatsTaken, capacity }: Pick<Batch, 'seatsTaken' | 'capacity'>): string =>
  `${grouped(Math.max(0, capacity - seatsTaken))} of ${grouped(capacity)} places left`;

/** A program that takes no applications any more has no places left to offer. */
export const placesOf = (batch: Pick<Batch, 'seatsTaken' | 'capacity' | 'status'>): string =>
  batch.status === 'Closed' || batch.status === 'Complete'
    ? counted(batch.capacity, 'place', 'places')
    : placesLeft(batch);
