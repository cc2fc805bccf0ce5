import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../../api/contract/audit.ts';
import { catalogueOf } from '../../../../domain/report-catalogue/catalogue.ts';
import { byEmail } from '../../../../domain/user/display-name.ts';
import { AUDITED_CATEGORIES, audit } from '../../../../projections/audit.ts';
import { spoken } from '../../shared/history/sentences.ts';
import { auditHead, auditLines } from './audit-csv.ts';
import { KINDS, objectOf, pageOf, sentenceOfEntry } from './audit-words.ts';
import { CHANGES } from './change-words.ts';

const names = {
  me: 'me',
  batch: () => null,
  plan: () => null,
  assessment: () => null,
  field: () => null,
  member: (id: string) => (id === 'mia' ? 'mia@uplift.example' : null),
  call: byEmail,
  time: (at: string) => at,
  catalogue: catalogueOf({ processes: [], batches: [], assessments: [], paymentModels: [] }),
};
const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  _id: '1.0x0',
  kind: 'batch',
  documentId: 'june',
  name: 'June',
  applicant: null,
  type: 'BatchDetailsChanged',
  at: '2026-03-12T06:03:00.000Z',
  actor: { kind: 'user', id: 'mia', email: 'mia@uplift.example' },
  changes: [],
  ...over,
});
const told = (over: Partial<AuditEntry>) => spoken(sentenceOfEntry(entry(over), names));

test('a name of an earlier version neither hides nor reverses text, and its change shows what it had', () => {
  const name = 'enuJ\u202E\tchat';
  expect(objectOf(entry({ kind: 'webhook', name }))).toBe('enuJ chat');
  expect(objectOf(entry({ kind: 'webhook', name: '\u202E' }))).toBe('Webhook');
  expect(told({ changes: [{ field: 'name', before: name, after: 'می\u200Cخواهم' }] })).toBe(
    'mia@uplift.example changed name of the program from enuJ\\u{202e}\\tchat to می\u200Cخواهم',
  );
});

test('a change of a document is a sentence, several are details', () => {
  expect(told({ changes: [{ field: 'status', before: 'Draft', after: 'Open' }] })).toBe(
    'mia@uplift.example changed status of the program from Draft to Open',
  );
  expect(told({ changes: [{ field: 'enableEmbedding', before: null, after: true }] })).toMatch(
    /changed enable embedding of the program to yes$/,
  );
  const two = sentenceOfEntry(
    entry({
      changes: [
        { field: 'name', before: 'May', after: 'June' },
        { field: 'description', before: 'Dear', after: null },
      ],
    }),
    names,
  );
  expect(spoken(two)).toMatch(/changed the program$/);
  expect(two.details).toEqual([
    { label: 'name', before: 'May', after: 'June' },
    { label: 'description', before: 'Dear', after: null },
  ]);
  expect(told({ type: 'BatchCreated' })).toMatch(/created the program$/);
  expect(told({ type: 'PaymentModelDeleted', kind: 'paymentModel' })).toMatch(/deleted the payment model$/);
});

const condition = { field: 'data.to', when: 'event', isNot: false, values: ['COMPLETE'] };
const changedReport = (field: string, before: unknown, after: unknown, type = 'ReportChanged') => {
  const changes = [{ field, before, after }];
  return sentenceOfEntry(entry({ kind: 'report', type, changes } as Partial<AuditEntry>), names);
};

test('a saved report’s question is told in the words of its own history, before and after', () => {
  const told = (...change: Parameters<typeof changedReport>) => {
    const sentence = changedReport(...change);
    return [spoken(sentence), ...sentence.details.map(({ label, before, after }) => [label, before, after])];
  };
  const not = { ...condition, isNot: true, values: ['CANCELLED', 'WITHDRAWN'] };
  expect(told('where', [condition], [not])).toEqual([
    'mia@uplift.example changed conditions of the saved report from new status is COMPLETE to new status is not CANCELLED or WITHDRAWN',
  ]);
  const since = (status: string) => ({ kind: 'median', from: { event: 'StatusChanged', status } });
  expect(told('measure', since('NEW'), since('COMPLETE'))).toEqual([
    'mia@uplift.example changed measure of the saved report from the median time since applications reached NEW to the median time since applications reached COMPLETE',
  ]);
  const time = (unit: string) => ({ kind: 'time', unit, clock: 'recorded' });
  const field = { kind: 'field', field: 'data.to', when: 'today' };
  expect(told('groupBy', [time('week'), field], [time('month'), field])).toEqual([
    expect.stringMatching(/changed groups of the saved report from week and new status to month and new status$/),
  ]);
  expect(told('events', ['CommentAdded'], ['StatusChanged']).join()).not.toMatch(/CommentAdded|StatusChanged/);
  expect(told('where', null, [condition], 'ReportCreated')[1]).toEqual(['conditions', null, 'new status is COMPLETE']);
  expect(told('chart', 'columns', 'table')).toEqual([
    'mia@uplift.example changed chart of the saved report from Columns to Table only',
  ]);
  expect(told('isPinned', false, true)[0]).toMatch(/pinned the saved report to the Reports page$/);
  expect(told('isPinned', true, false)[0]).toMatch(/unpinned the saved report$/);
});

test('a condition of a saved report tells which of two values it asks for', () => {
  const status = { ...condition, field: 'application.status' };
  expect(spoken(changedReport('where', [{ ...status, when: 'today' }], [status]))).toMatch(
    /from status is COMPLETE to status after the event is COMPLETE$/,
  );
});

test('a change is shown also where the words for its document would be the same', () => {
  const today = { ...condition, when: 'today' };
  expect(spoken(changedReport('where', [condition], [today]))).toMatch(/from when event to when today$/);
  const part = (amount: number, isOpen: boolean) => ({ _id: `${amount}`, name: 'First', parts: [{ amount, isOpen }] });
  expect(told({ changes: [{ field: 'parts', before: part(100, true), after: part(200, false) }] })).toMatch(
    /changed parts of the program from amount 100, is open yes to amount 200, is open no$/,
  );
});

test('a bulk change names its action and the number of applications', () => {
  const of = (action: object, applications = 60) =>
    told({
      kind: 'bulk',
      type: 'BulkChangeStarted',
      changes: [{ field: 'action', before: null, after: action }],
      bulk: { _id: 'b', applications, isUndo: false },
    });
  expect(of({ kind: 'status', status: 'CONTRACT SENT' })).toMatch(
    /set the status of 60 applications to CONTRACT SENT$/,
  );
  expect(of({ kind: 'assign', userId: 'mia' }, 1)).toMatch(/assigned 1 application to mia@uplift.example$/);
  expect(of({ kind: 'import', batch: 'June' })).toMatch(/imported 60 applications into June$/);
});

test('describes the rotation of a secret and the end of the former one', () => {
  const of = (before: string | null, after: string | null) =>
    told({ kind: 'webhook', type: 'WebhookChanged', changes: [{ field: 'formerSecretUntil', before, after }] });
  const until = '2026-03-02T09:00:00.000Z';
  expect(of(null, until)).toMatch(/rotated the secret of the webhook$/);
  expect(of(until, '2026-03-03T09:00:00.000Z')).toMatch(/rotated the secret of the webhook$/);
  expect(of(until, null)).toMatch(/ended the old secret of the webhook$/);
});

test('the log says that a webhook was paused, enabled, warned of or disabled, and why', () => {
  const of = (type: string, disabledBecause: string | null = null) => {
    const changes = disabledBecause ? [{ field: 'disabledBecause', before: null, after: disabledBecause }] : [];
    return told({ kind: 'webhook', type, changes });
  };
  expect(of('WebhookPaused')).toMatch(/paused the webhook$/);
  expect(of('WebhookEnabled')).toMatch(/enabled the webhook$/);
  expect(of('WebhookFailing')).toMatch(/warned the Owners that no event had reached/);
  expect(of('WebhookDisabled', 'gone')).toMatch(/disabled the webhook, because its target answered with status 410$/);
  expect(of('WebhookDisabled', 'failing')).toMatch(/because no event had reached its target for five days$/);
});

test('members, downloads and erased applicants are named without ids', () => {
  const member = { _id: 'ben', email: 'ben@uplift.example', role: 'Admin' };
  const added = entry({
    kind: 'organization',
    type: 'MemberAdded',
    changes: [{ field: 'members', before: null, after: member }],
  });
  expect(sentenceOfEntry(added, names).details).toEqual([
    { label: 'members', before: null, after: 'ben@uplift.example (Admin)' },
  ]);
  const filters = [{ name: 'text', value: null, isExcluded: false }];
  const exported = entry({
    kind: 'export',
    type: 'DataExported',
    changes: [{ field: 'exported', before: null, after: { list: 'audit', filters } }],
  });
  expect(sentenceOfEntry(exported, names).details).toEqual([
    { label: 'searched words', before: null, after: 'not recorded' },
  ]);
  const narrowed = [
    { name: 'from', value: '2026-03-01T00:00:00.000Z', isExcluded: false },
    { name: 'actorId', value: 'mia', isExcluded: false },
    { name: 'documentId', value: 'a1b2', isExcluded: true },
    { name: 'type', value: 'StatusChanged', isExcluded: false },
  ];
  const ofFilters = entry({
    kind: 'export',
    changes: [{ field: 'exported', before: null, after: { list: 'audit', filters: narrowed } }],
  });
  const spokenTime = { ...names, time: () => 'Sun, 1 Mar 2026' };
  expect(sentenceOfEntry(ofFilters, spokenTime).details.map(({ label, after }) => `${label}: ${after}`)).toEqual([
    'from: Sun, 1 Mar 2026',
    'person: mia@uplift.example',
    'object is not: one object',
    'change: Status changed',
  ]);
  const ofApplications = entry({
    kind: 'export',
    type: 'DataExported',
    changes: [
      { field: 'exported', before: null, after: { list: 'applications', filters: [{ name: 'rows', value: '12' }] } },
    ],
  });
  expect(spoken(sentenceOfEntry(ofApplications, names))).toMatch(/downloaded applications$/);
  expect(sentenceOfEntry(ofApplications, names).details).toEqual([{ label: 'rows', before: null, after: '12' }]);
  const erased = entry({ kind: 'application', name: null, applicant: { userId: null, email: null, name: null } });
  expect(objectOf(erased)).toBe('An erased applicant');
});

test('each object links to its page, if it has one', () => {
  expect(pageOf(entry({}))).toBe('/admin/config/batches/june');
  expect(pageOf(entry({ kind: 'solution', documentId: 'a' }))).toBe('/application/a');
  expect(pageOf(entry({ kind: 'organization', type: 'MemberAdded' }))).toBe('/admin/config/users');
  expect(pageOf(entry({ kind: 'paymentModel', type: 'PaymentModelDeleted' }))).toBeNull();
  expect(pageOf(entry({ kind: 'file', type: 'FileUploaded' }))).toBeNull();
});

test('the file has a row for each entry, with cells that no spreadsheet runs', () => {
  const changes = [
    { field: 'name', before: 'May', after: '=1+1' },
    { field: 'description', before: null, after: 'a "dear" one, really' },
  ];
  const called = { ...names, call: () => 'Mia', me: 'mia' };
  const csv = auditLines([entry({ name: '=HYPERLINK("x")', changes })], called, ['One was left out']);
  const [row] = csv.split('\r\n');
  expect(auditHead([])).toMatch(/^\uFEFFTime \(UTC\),.*,Details\r\n$/);
  expect(auditHead(['One was left out'])).toMatch(/,Details,Notes\r\n$/);
  expect(row).toBe(
    [
      '2026-03-12T06:03:00.000Z',
      'Mia',
      'mia@uplift.example',
      'Mia changed the program',
      'Program',
      '"\'=HYPERLINK(""x"")"',
      '"name: May → =1+1; description: a ""dear"" one, really"',
      'One was left out',
    ].join(),
  );
});

test('the file’s row of a saved report has its question in words, and that of a deleted one its name', () => {
  const changes = [
    { field: 'where', before: null, after: [condition] },
    { field: 'chart', before: 'line', after: 'columns' },
  ];
  const report = { kind: 'report', documentId: 'r', name: 'Who applied' };
  const csv = auditLines(
    [entry({ ...report, type: 'ReportChanged', changes }), entry({ ...report, type: 'ReportDeleted' })],
    names,
    [],
  );
  const rows = csv.split('\r\n').map((row) => row.split(',').slice(3));
  expect(rows.slice(0, 2)).toEqual([
    [
      'mia@uplift.example changed the saved report',
      'Saved report',
      'Who applied',
      'conditions: new status is COMPLETE; chart: Lines → Columns',
    ],
    ['mia@uplift.example deleted the saved report', 'Saved report', 'Who applied', ''],
  ]);
});

test('the filter names each kind of change in the log, once', () => {
  const named = Object.values(CHANGES).flatMap((changes) => Object.keys(changes));
  const elsewhere = [
    'UserSignedUp',
    'EmailVerified',
    'PasswordChanged',
    'CreatorGranted',
    'DisplayNameChanged',
    'DailyDigestChanged',
    'DailyDigestIssued',
    'EventSkipped',
    'ReadModelRetried',
  ];
  expect(named.toSorted()).toEqual(
    Object.keys(audit.on)
      .filter((type) => !elsewhere.includes(type))
      .toSorted(),
  );
  expect(Object.keys(CHANGES).toSorted()).toEqual(Object.keys(KINDS).toSorted());
  expect(Object.keys(KINDS).toSorted()).toEqual([...AUDITED_CATEGORIES].toSorted());
});
