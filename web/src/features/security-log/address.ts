import { SECURITY_KINDS, type SecurityKind } from '../../../../domain/security-log/kinds.ts';
import { isInstant } from '../../shared/dates/instant.ts';

/** The filters of the page; empty ones do not apply. */
export interface SecurityFilters {
  readonly kind: SecurityKind | '';
  readonly actorId: string;
  /** Instants (ISO-8601 UTC). */
  readonly from: string;
  readonly to: string;
}

const NAMES = { kind: 'kind', actorId: 'by', from: 'from', to: 'to' } as const;
const MEMBERS = Object.keys(NAMES) as (keyof typeof NAMES)[];
const ID = /^[\w:.~-]{1,200}$/;

export const NO_FILTERS: SecurityFilters = { kind: '', actorId: '', from: '', to: '' };

export function readFilters(params: URLSearchParams): SecurityFilters {
  const read = (name: keyof typeof NAMES) => params.get(NAMES[name]) ?? '';
  const instant = (name: 'from' | 'to') => (isInstant(read(name)) ? read(name) : '');
  return {
    kind: SECURITY_KINDS.find((kind) => kind === read('kind')) ?? '',
    actorId: ID.test(read('actorId')) ? read('actorId') : '',
    from: instant('from'),
    to: instant('to'),
  };
}

export function paramsOf(filters: SecurityFilters): URLSearchParams {
  const params = new URLSearchParams();
  for (const member of MEMBERS) if (filters[member] !== '') params.set(NAMES[member], filters[member]);
  return params;
}

/** The query of the call. */
export const queryOfFilters = ({ kind, actorId, from, to }: SecurityFilters) => ({
  ...(kind === '' ? {} : { kind }),
  ...(actorId === '' ? {} : { actorId }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
});

export const isFiltered = (filters: SecurityFilters): boolean => MEMBERS.some((member) => filters[member] !== '');
