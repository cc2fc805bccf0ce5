import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { daysInStatus, inDays, type Overdue, overdueSince } from '../../../../../domain/application/overdue.ts';
import type { StatusLimit } from '../../../../../domain/application/status-limits.ts';
import { type ApplicationStatus, rankOf } from '../../../../../domain/application/statuses.ts';
import type { DashboardField } from '../../../../../domain/process/config.ts';
import { shortFileName } from '../../../../../domain/text/groups/short-file-name.ts';
import { asValue } from '../../../../../domain/text/inserted-text.ts';
import { byEmail, type CallByName } from '../../../../../domain/user/display-name.ts';
import { dayReader } from '../../../../../domain/values/days.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { appliedAt } from '../../../shared/application/applied-at.ts';
import { trackingText } from './csv.ts';

export type CellKind = 'reference' | 'status' | 'age' | 'date' | 'ago' | 'assignee' | 'text';

export interface DashboardColumn {
  readonly id: string;
  readonly title: string;
  readonly kind: CellKind;
  readonly text: (application: ApplicationView) => string;
  /** The sort value, where it is not the text. */
  readonly order?: (application: ApplicationView) => number | string;
  /** The sort value among overdue applications, where it differs. */
  readonly overdueOrder?: (application: ApplicationView) => number;
  /** The instant of a date (ISO-8601), or the whole days of an age, for filters. */
  readonly instant?: (application: ApplicationView) => string | null | undefined;
  readonly days?: (application: ApplicationView) => number | null;
  readonly width: number;
  readonly isPinned?: boolean;
  readonly isAdminOnly?: boolean;
}

export const PREVIEW_LENGTH = 50;
const PREVIEW_WIDTH = 384;
const COMMENT_WIDTH = 264;
export const preview = (text: string): string =>
  text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH).trimEnd()}…` : text;

export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return shortFileName(String((value as { fileName?: unknown }).fileName ?? ''));
  return String(value).replace(/\s+/g, ' ').trim();
}

const lastComment = ({ adminComments }: ApplicationView): string => adminComments?.at(-1)?.message ?? '';
const statusRank = ({ status }: { status: ApplicationStatus }) => rankOf(status);

const seconds =
  (read: (application: ApplicationView) => string | null | undefined) =>
  (application: ApplicationView): number => {
    const at = read(application);
    return at ? Date.parse(at) / 1000 : 0;
  };

const NUMBER_AND_STATUS: readonly DashboardColumn[] = [
  {
    id: 'trackingNumber',
    title: '#',
    kind: 'reference',
    text: ({ trackingNumber }) => (trackingNumber === null ? 'inactive' : String(trackingNumber)),
    order: ({ trackingNumber }) => trackingNumber ?? 0,
    width: 104,
    isPinned: true,
  },
  { id: 'status', title: 'Status', kind: 'status', text: ({ status }) => status, order: statusRank, width: 200 },
];

export const overdueWords = ({ isLate }: Overdue): string => (isLate ? ', overdue' : ', follow up');
export const saysOverdue = (text: string): boolean => /, (?:overdue|follow up)$/.test(text);

function inStatus(limits: readonly StatusLimit[], clock: () => number, zone: string): DashboardColumn {
  const dayOf = dayReader(zone);
  const overdue = (application: ApplicationView, now: number) => overdueSince(application, limits, now, dayOf(now));
  return {
    id: 'inStatus',
    title: 'In status',
    kind: 'age',
    text(application) {
      const { statusSince } = application;
      if (statusSince === undefined) return '';
      const now = clock();
      const reason = overdue(application, now);
      return inDays(daysInStatus(statusSince, now)) + (reason ? overdueWords(reason) : '');
    },
    order: ({ statusSince }) => (statusSince ? -Date.parse(statusSince) / 1000 : 0),
    overdueOrder(application) {
      const now = clock();
      return -(overdue(application, now)?.since ?? now) / 1000;
    },
    days: ({ statusSince }) => (statusSince === undefined ? null : daysInStatus(statusSince, clock())),
    width: 204,
  };
}

/** For the *Overdue* filter: what has been overdue the longest comes first, not what has been in its status the longest. */
export const inOverdueOrder = (columns: readonly DashboardColumn[]): readonly DashboardColumn[] =>
  columns.map((column) => (column.overdueOrder ? { ...column, order: column.overdueOrder } : column));

const DATE_AND_ACCOUNT: readonly DashboardColumn[] = [
  {
    id: 'createdAt',
    title: 'Date',
    kind: 'date',
    text: appliedAt,
    order: seconds(appliedAt),
    instant: appliedAt,
    width: 124,
  },
  { id: 'account', title: 'Acct', kind: 'text', text: ({ userId }) => (userId ? 'yes' : ''), width: 72 },
];
const NAME: DashboardColumn = { id: 'name', title: 'Name', kind: 'text', text: nameOf, width: 176, isPinned: true };
const EMAIL: DashboardColumn = {
  id: 'email',
  title: 'Email',
  kind: 'text',
  text: ({ email }) => email ?? '',
  width: 248,
};
/** Before the long answers, so that they are on the screen without scrolling sideways. */
const ofStaff = (call: CallByName): readonly DashboardColumn[] => [
  {
    id: 'assignee',
    title: 'Assignee',
    kind: 'assignee',
    text: ({ adminAssignee }) => call(adminAssignee?.userEmail) ?? '',
    width: 184,
    isAdminOnly: true,
  },
  { id: 'comments', title: 'Comments', kind: 'text', text: lastComment, width: COMMENT_WIDTH, isAdminOnly: true },
];
const last = (planNames: ReadonlyMap<string, string>): readonly DashboardColumn[] => [
  {
    id: 'lastSeenAt',
    title: 'Last seen',
    kind: 'ago',
    text: ({ lastSeenAt }) => lastSeenAt ?? '',
    order: seconds(({ lastSeenAt }) => lastSeenAt),
    instant: ({ lastSeenAt }) => lastSeenAt,
    width: 120,
  },
  {
    id: 'plan',
    title: 'Plan',
    kind: 'text',
    // A plan whose name has not loaded is not empty.
    text: ({ selectedPaymentModelId: id }) => (id ? (planNames.get(id) ?? 'chosen') : ''),
    width: 176,
    isAdminOnly: true,
  },
  { id: 'tracking', title: 'Tracking', kind: 'text', text: ({ tracking }) => trackingText(tracking), width: 220 },
];

const NAMES: ReadonlySet<string> = new Set(['firstName', 'lastName']);
const isMemberOf = (fields: readonly DashboardField[], ...names: string[]) =>
  fields.some(({ name }) => names.includes(name));

const NO_NAMES: ReadonlyMap<string, string> = new Map();

export function columnsFor(
  fields: readonly DashboardField[],
  isAdmin: boolean,
  limits: readonly StatusLimit[],
  planNames: ReadonlyMap<string, string> = NO_NAMES,
  now: () => number = Date.now,
  call: CallByName = byEmail,
  zone = 'UTC',
): readonly DashboardColumn[] {
  const person = [
    ...(isMemberOf(fields, 'firstName', 'lastName') ? [] : [NAME]),
    ...(isMemberOf(fields, 'email') ? [] : [EMAIL]),
  ];
  const custom = fields.map(
    ({ name, label, dataType, isAdminOnly }): DashboardColumn => ({
      id: `field.${name}`,
      title: label,
      kind: 'text',
      text: NAMES.has(name)
        ? (application) => asValue(fieldText(application[name]))
        : (application) => fieldText(application[name]),
      width: dataType === 'paragraph' ? PREVIEW_WIDTH : 160,
      isAdminOnly,
    }),
  );
  return [
    ...NUMBER_AND_STATUS,
    inStatus(limits, now, zone),
    ...DATE_AND_ACCOUNT,
    ...ofStaff(call),
    ...person,
    ...custom,
    ...last(planNames),
  ].filter((column) => isAdmin || !column.isAdminOnly);
}
