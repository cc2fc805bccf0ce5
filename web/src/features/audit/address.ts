import { isInstant } from '../../shared/dates/instant.ts';

export interface AuditAddress {
  readonly text: string;
  readonly actorId: string;
  readonly kind: string;
  readonly documentId: string;
  readonly type: string;
  /** Instants (ISO-8601), both included. */
  readonly from: string;
  readonly to: string;
  readonly excluded: ReadonlySet<Excludable>;
}

export const EXCLUDABLE = ['actorId', 'kind', 'documentId', 'type'] as const;
export type Excludable = (typeof EXCLUDABLE)[number];

const NAMES = {
  text: 'q',
  actorId: 'person',
  kind: 'kind',
  documentId: 'object',
  type: 'change',
  from: 'from',
  to: 'to',
} as const;
type Member = keyof typeof NAMES;
const MEMBERS = Object.keys(NAMES) as Member[];

export function readAddress(params: URLSearchParams): AuditAddress {
  const read = (member: Member) => (params.get(NAMES[member]) ?? '').slice(0, 200);
  const instant = (member: Member) => (isInstant(read(member)) ? read(member) : '');
  const named = (params.get('not') ?? '').split(',');
  const isSet = (member: Excludable) => read(member) !== '' && named.includes(NAMES[member]);
  return {
    text: read('text'),
    actorId: read('actorId'),
    kind: read('kind'),
    documentId: read('documentId'),
    type: read('type'),
    from: instant('from'),
    to: instant('to'),
    excluded: new Set(EXCLUDABLE.filter(isSet)),
  };
}

export function addressWith(address: AuditAddress): URLSearchParams {
  const params = new URLSearchParams();
  for (const member of MEMBERS) if (address[member] !== '') params.set(NAMES[member], address[member]);
  const not = EXCLUDABLE.filter((member) => address.excluded.has(member) && address[member] !== '');
  if (not.length > 0) params.set('not', not.map((member) => NAMES[member]).join());
  return params;
}

/** The query of the calls that list and export. */
export function queryOfAddress({ excluded, ...address }: AuditAddress) {
  const exclude = EXCLUDABLE.filter((member) => excluded.has(member) && address[member] !== '').join();
  const set = Object.fromEntries(
    MEMBERS.flatMap((member) => (address[member] === '' ? [] : [[member, address[member]]])),
  );
  return { ...set, ...(exclude === '' ? {} : { exclude }) } as Partial<Record<Member | 'exclude', string>>;
}

export const isNarrowed = (address: AuditAddress): boolean => MEMBERS.some((member) => address[member] !== '');

export interface Narrowing {
  readonly organizationId: string;
  readonly address: AuditAddress;
  readonly onNarrow: (changes: Partial<AuditAddress>, options?: { replaces?: boolean }) => void;
}
