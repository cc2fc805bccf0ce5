import type { Batch } from '../../../../api/contract/batches.ts';
import { grouped } from '../../../../domain/text/counted.ts';

export const placesLeft = ({ seatsTaken, capacity }: Pick<Batch, 'seatsTaken' | 'capacity'>): string =>
  `${grouped(Math.max(0, capacity - seatsTaken))} of ${grouped(capacity)} places left`;
