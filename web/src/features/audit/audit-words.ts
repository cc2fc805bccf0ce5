import type { AuditEntry } from '../../../../api/contract/audit.ts';
import { FIELD_WORDS } from '../../../../domain/application/field-words.ts';
import type { ReportCatalogue } from '../../../../domain/report-catalogue/catalogue.ts';
import {
  conditionsInWords,
  eventsInWords,
  groupingsInWords,
  measureInWords,
} from '../../../../domain/report-catalogue/sentence.ts';
import { CHART_NAMES, type ReportDetails } from '../../../../domain/saved-report/details.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { asValue } from '../../../../domain/text/inserted-text.ts';
import { visibleText } from '../../../../domain/text/visible.ts';
import { isEqual } from '../../../../domain/values/is-equal.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isInstant } from '../../shared/dates/instant.ts';
import {
  type Change,
  inWords,
  type Names,
  type Part,
  type Sentence,
  sentenceOf,
  whoDidIt,
} from '../../shared/history/sentences.ts';
import { changesOf } from './change-words.ts';

export const KINDS = {
  application: 'Application',
  solution: 'Test',
  paymentAccount: 'Payment account',
  batch: 'Program',
  process: 'Form & process',
  assessment: 'Assessment',
  emailTemplate: 'Email template',
  paymentModel: 'Payment model',
  webhook: 'Webhook',
  report: 'Saved report',
  organization: 'School',
  file: 'File',
  bulk: 'Bulk change',
  export: 'Download',
  apiToken: 'API token',
  calendarFeed: 'Calendar address',
} as const;
type Kind = keyof typeof KINDS;

export const kindInWords = (kind: string): string => (Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : kind);

/** Authors who are not members. */
export const OTHER_AUTHORS = {
  system: 'The system',
  provider: 'An outside service',
  anonymous: 'Applicants without an account',
} as const;

const OF_APPLICATION: ReadonlySet<string> = new Set(['application', 'solution', 'paymentAccount']);

const config = (tab: string, id?: string) =>
  `${pagePath('config')}/${tab}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  batch: (id) => config('batches', id),
  process: (id) => config('processes', id),
  assessment: (id) => config('assessments', id),
  emailTemplate: (id) => config('emails', id),
  paymentModel: (id) => config('paymentModels', id),
  webhook: (id) => config('webhooks', id),
  apiToken: () => config('tokens'),
  report: (id) => `${pagePath('reports')}/saved/${encodeURIComponent(id)}`,
};

/** Null for an object that has no page, or no longer has one. */
export function pageOf({ kind, documentId, type }: AuditEntry): string | null {
  if (type.endsWith('Deleted') && kind !== 'application') return null;
  if (OF_APPLICATION.has(kind)) return pagePath('application', { applicationId: documentId });
  if (kind === 'organization') return config(/^(Member|Invitation|FactorReq)/.test(type) ? 'users' : 'organization');
  return PAGES[kind]?.(documentId) ?? null;
}

export function objectOf({ kind, name, applicant }: AuditEntry): string {
  if (OF_APPLICATION.has(kind)) return applicant?.name ?? name ?? 'An erased applicant';
  return (name && asValue(name)) || kindInWords(kind);
}

export interface AuditNames extends Omit<Names, 'applicant'> {
  /** Puts the question of a saved report into words. */
  readonly catalogue: ReportCatalogue;
}
type EntryNames = AuditNames & Names;

/** Names of earlier versions may hide or reverse text, also that behind them. What a change was about is shown. */
const nameInWords = (name: string): string => (asValue(name) === name ? name : visibleText(name));

const ANYONE = { userId: null, email: null, name: 'The applicant' };

export function sentenceOfEntry(entry: AuditEntry, names: AuditNames): Sentence {
  const { userId, email, name } = entry.applicant ?? ANYONE;
  const known: EntryNames = { ...names, applicant: { userId, email: email ?? '', name: name ?? 'The applicant' } };
  if (OF_APPLICATION.has(entry.kind)) return sentenceOf(entry, known);
  const { parts, details = [] } = describe(entry, known);
  return { who: whoDidIt(entry, known), parts, details };
}

type Described = { readonly parts: readonly Part[]; readonly details?: readonly Change[] };

function describe(entry: AuditEntry, names: EntryNames): Described {
  if (entry.kind === 'bulk') return { parts: bulkParts(entry, names) };
  if (entry.kind === 'export') return { parts: [`downloaded ${listOf(entry)}`], details: filtersOf(entry, names) };
  const object = `the ${kindInWords(entry.kind).toLowerCase()}`;
  const changes = entry.changes
    .map((change) => changeOf(change, entry.kind, names))
    .filter(({ before, after }) => before !== after);
  if (entry.type === 'WebhookDisabled') return { parts: [`disabled the webhook${reasonOf(entry)}`] };
  const deed = DEEDS[entry.type];
  if (entry.type === 'WebhookEnabled' && deed) return { parts: [deed] };
  if (deed) return { parts: [deed], details: changes };
  const [change] = entry.changes;
  if (change?.field === 'formerSecretUntil' && entry.changes.length === 1) {
    return {
      parts: [change.after === null ? `ended the old secret of ${object}` : `rotated the secret of ${object}`],
    };
  }
  if (entry.type.endsWith('Created')) return { parts: [`created ${object}`], details: changes.filter(isSet) };
  if (entry.type.endsWith('Deleted')) return { parts: [`deleted ${object}`] };
  if (change?.field === 'isPinned' && entry.changes.length === 1) {
    return { parts: [change.after === true ? `pinned ${object} to the Reports page` : `unpinned ${object}`] };
  }
  const [only] = changes;
  if (only && changes.length === 1 && isShort(only)) return { parts: changed(only, object) };
  return { parts: [`changed ${object}`], details: changes };
}

function reasonOf({ changes }: AuditEntry): string {
  const reason = changes.find(({ field }) => field === 'disabledBecause')?.after;
  if (reason === 'gone') return ', because its target answered with status 410';
  return reason === 'failing' ? ', because no event had reached its target for five days' : '';
}

const DEEDS: Readonly<Record<string, string>> = {
  OrganizationSecretChanged: 'changed a secret of the school',
  DomainRequested: 'requested a domain for the school',
  DomainProven: 'verified the school’s domain',
  DomainProofMissing: 'did not find the DNS record of the school’s domain',
  DomainLost: 'stopped using the school’s domain, because its DNS record was missing',
  WebhookPaused: 'paused the webhook',
  WebhookEnabled: 'enabled the webhook',
  WebhookFailing: 'warned the Owners that no event had reached the target of the webhook for four days',
  ApiTokenExpiring: 'warned the Owners that the token expires',
  ApiTokenRevoked: 'revoked the token',
  CalendarFeedCreated: 'created a calendar address for their interviews',
  CalendarFeedRenewed: 'renewed their calendar address',
  CalendarFeedRevoked: 'revoked the calendar address',
  MemberAdded: 'added a member',
  MemberRoleChanged: 'changed the role of a member',
  MemberRemoved: 'removed a member',
  MemberSessionsEnded: 'logged a member out on all devices',
  FactorRequirementChanged: 'changed the day from which all staff need a second factor',
  MemberInvited: 'invited a member',
  InvitationRenewed: 'sent an invitation again',
  InvitationRevoked: 'revoked an invitation',
  InvitationAccepted: 'accepted an invitation',
  InvitationDeclined: 'declined an invitation',
  ExternalResultUnmatched: 'reported a result that matches no applicant',
  FileUploaded: 'uploaded a file',
};

const LONGEST = 80;
const isShort = ({ before, after }: Change): boolean => Math.max(before?.length ?? 0, after?.length ?? 0) <= LONGEST;
const isSet = ({ after }: Change): boolean => after !== null;

function changed({ label, before, after }: Change, object: string): readonly Part[] {
  return [
    `changed ${label} of ${object}`,
    ...(before === null ? [] : [' from ', { value: before, was: true } as const]),
    after === null ? ' to nothing' : ' to ',
    ...(after === null ? [] : [{ value: after }]),
  ];
}

/** "accentColor" → "accent color". */
const labelOf = (field: string, names: Names): string =>
  FIELD_WORDS[field] ?? names.field(field) ?? field.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function changeOf({ field, before, after }: AuditEntry['changes'][number], kind: string, names: EntryNames): Change {
  const [label, inReport] = kind === 'report' ? (REPORT_MEMBERS[field] ?? []) : [];
  const words = (value: unknown) =>
    inReport && value !== null
      ? inReport(value, names.catalogue) || null
      : field === 'name' && typeof value === 'string'
        ? nameInWords(value)
        : (memberInWords(value) ?? inWords(plain(value), field, names));
  const change = { label: label ?? labelOf(field, names), before: words(before), after: words(after) };
  // The words leave something out that has changed, such as a number within an object.
  return change.before === change.after ? { ...change, ...differences(before, after, names) } : change;
}

type InReport = (value: unknown, catalogue: ReportCatalogue) => string;
const REPORT_MEMBERS: Readonly<Record<string, readonly [label: string, inWords?: InReport]>> = {
  events: ['events', (value, catalogue) => eventsInWords(value as ReportDetails['events'], catalogue)],
  measure: ['measure', (value, catalogue) => measureInWords(value as ReportDetails['measure'], catalogue)],
  where: ['conditions', (value, catalogue) => conditionsInWords(value as ReportDetails['where'], catalogue)],
  groupBy: ['groups', (value, catalogue) => groupingsInWords(value as ReportDetails['groupBy'], catalogue)],
  chart: ['chart', (value) => CHART_NAMES[value as ReportDetails['chart']]],
  isPinned: ['pinned to the Reports page'],
};

/** Only the parts that differ, with their names: *amount 100* → *amount 200*. */
function differences(before: unknown, after: unknown, names: Names): Pick<Change, 'before' | 'after'> {
  const told = { before: [] as string[], after: [] as string[] };
  const compare = (was: unknown, is: unknown, label: string): void => {
    if (isEqual(was, is)) return;
    if (isObject(was) && isObject(is)) {
      for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
        if (key === '_id') continue;
        compare(was[key], is[key], Array.isArray(was) ? label : labelOf(key, names));
      }
      return;
    }
    for (const [side, value] of [['before', was] as const, ['after', is] as const]) {
      const words = inWords(plain(value), label, names);
      if (words !== null) told[side].push(`${label} ${words}`.trim());
    }
  };
  compare(before, after, '');
  return { before: told.before.join(', ') || null, after: told.after.join(', ') || null };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function memberInWords(value: unknown): string | null {
  const { role, email, expiresAt } = Object(value) as Record<string, unknown>;
  if (typeof role !== 'string') return null;
  return typeof email === 'string'
    ? `${email} (${role})`
    : expiresAt === undefined
      ? `a former member (${role})`
      : role;
}

/** Omits ids, which mean nothing to people. */
function plain(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '_id'));
}

function bulkParts({ type, changes, bulk }: AuditEntry, names: Names): readonly Part[] {
  const many = counted(bulk?.applications ?? 0, 'application', 'applications');
  if (type === 'BulkUndoStarted') return [`undid a bulk change of ${many}`];
  if (type === 'BulkRowsAdded') return ['added rows to an import'];
  const action = changes.find(({ field }) => field === 'action')?.after;
  const { kind, status, userId, template, from, to, batch } = Object(action) as Record<
    string,
    string | null | undefined
  >;
  switch (kind) {
    case 'status':
      return [`set the status of ${many} to `, { value: status ?? '' }];
    case 'assign':
      return userId
        ? [`assigned ${many} to `, { value: names.member(userId) ?? 'a former member' }]
        : [`unassigned ${many}`];
    case 'template':
      return [
        'sent the email ',
        { value: template ?? '' },
        ` to ${counted(bulk?.applications ?? 0, 'applicant', 'applicants')}`,
      ];
    case 'renameOption':
      return ['renamed the answer ', { value: from ?? '', was: true }, ' to ', { value: to ?? '' }, ` in ${many}`];
    case 'import':
      return [`imported ${many} into `, { value: batch ?? '' }];
    default:
      return [`changed ${many}`];
  }
}

const LISTS: Readonly<Record<string, string>> = {
  audit: 'the audit log',
  applications: 'applications',
  payments: 'payments',
};

function listOf({ changes }: AuditEntry): string {
  const { list = '' } = Object(changes[0]?.after) as { readonly list?: string };
  return LISTS[list] ?? 'a list';
}

const FILTER_WORDS: Readonly<Record<string, string>> = {
  text: 'searched words',
  actorId: 'person',
  documentId: 'object',
  type: 'change',
  asOf: 'as of',
};

/** What a filter was set to; ids have names of today. */
function filterValue({ name, value }: Filter, names: Names): string {
  if (value === null) return 'not recorded';
  switch (name) {
    case 'actorId':
      return names.member(value) ?? OTHER_AUTHORS[value as keyof typeof OTHER_AUTHORS] ?? 'a former member';
    case 'documentId':
      return 'one object';
    case 'kind':
      return kindInWords(value);
    case 'type':
      return changesOf('').find((change) => change.value === value)?.label ?? value;
    default:
      return isInstant(value) ? names.time(value) : value;
  }
}

function filtersOf({ changes }: AuditEntry, names: Names): readonly Change[] {
  const { filters = [] } = Object(changes[0]?.after) as { readonly filters?: readonly Filter[] };
  return filters.map((filter) => ({
    label: `${FILTER_WORDS[filter.name] ?? filter.name}${filter.isExcluded ? ' is not' : ''}`,
    before: null,
    after: filterValue(filter, names),
  }));
}

interface Filter {
  readonly name: string;
  readonly value: string | null;
  readonly isExcluded: boolean;
}
