import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  FAMILY_OF_STATUS,
  type StatusFamily,
} from '../../../../domain/application/statuses.ts';

const FAMILIES: readonly StatusFamily[] = ['new', 'in review', 'interview & tests', 'contract & done', 'ended'];

export interface JourneyPart {
  readonly family: StatusFamily;
  readonly statuses: readonly ApplicationStatus[];
}

export const JOURNEY: readonly JourneyPart[] = FAMILIES.map((family) => {
  const statuses = APPLICATION_STATUSES.filter((status) => FAMILY_OF_STATUS[status] === family);
  return { family, statuses: family === 'ended' ? statuses.toReversed() : statuses };
});

export const COLUMNS = JOURNEY.flatMap(({ statuses }) => statuses);
export const PLACES = COLUMNS.length;
export const placeOf = (status: ApplicationStatus): number => COLUMNS.indexOf(status);

export const familyName = (family: StatusFamily): string => family[0]?.toUpperCase() + family.slice(1);

export const statusWord = (status: ApplicationStatus): string => status.charAt(0) + status.slice(1).toLowerCase();
