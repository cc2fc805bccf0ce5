import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  FAMILY_OF_STATUS,
  type StatusFamily,
} from '../../../../../domain/application/statuses.ts';

/** The families as an application meets them; whatever has ended stands last, the most final of it at the very end. */
const FAMILIES: readonly StatusFamily[] = ['new', 'in review', 'interview & tests', 'contract & done', 'ended'];

export interface JourneyPart {
  readonly family: StatusFamily;
  readonly statuses: readonly ApplicationStatus[];
}

/** All statuses in the order of the journey: the board's columns from left to right. */
export const JOURNEY: readonly JourneyPart[] = FAMILIES.map((family) => {
  const statuses = APPLICATION_STATUSES.filter((status) => FAMILY_OF_STATUS[status] === family);
  return { family, statuses: family === 'ended' ? statuses.toReversed() : statuses };
});

const COLUMNS = JOURNEY.flatMap(({ statuses }) => statuses);
export const PLACES = COLUMNS.length;
/** The first column's is 0. */
export const placeOf = (status: ApplicationStatus): number => COLUMNS.indexOf(status);

/** "Interview pending": for sentences, where capitals would shout. */
export const statusWord = (status: ApplicationStatus): string => status.charAt(0) + status.slice(1).toLowerCase();
