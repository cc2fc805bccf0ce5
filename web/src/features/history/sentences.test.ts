import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../../../api/contract/applications.ts';
import { inWords, type Names, sentenceOf, spoken } from './sentences.ts';

const names: Names = {
  me: 'user-me',
  applicant: { userId: 'user-ada', email: 'ada@example.com', name: 'Ada Lovelace' },
  batch: (id) => (id === 'batch-java' ? 'Java, July' : null),
  field: (name) => (name === 'motivation' ? 'Why do you want to code?' : null),
  member: (id) => (id === 'user-mia' ? 'mia@uplift.example' : null),
  time: (instant) => `the time ${instant.slice(0, 10)}`,
};
const by = (id: string | null, email: string | null = null) => ({ kind: 'user' as const, id, email });
const entry = (
  type: string,
  changes: HistoryEntry['changes'] = [],
  actor: HistoryEntry['actor'] = by('user-mia', 'mia@uplift.example'),
) => spoken(sentenceOf({ type, at: '2026-03-12T06:03:00.000Z', actor, changes }, names));

describe('the history reads as sentences', () => {
  test('a changed status says who, what, before and after', () => {
    expect(entry('StatusChanged', [{ field: 'status', before: 'NEW', after: 'INTERVIEW PENDING' }])).toBe(
      'mia@uplift.example changed status from NEW to INTERVIEW PENDING',
    );
  });

  test('the viewer is You, the applicant goes by name, signed in or not, and machines are named as such', () => {
    const status = [{ field: 'status', before: 'NEW', after: 'WITHDRAWN' }];
    expect(entry('StatusChanged', status, by('user-me', 'me@uplift.example'))).toMatch(/^You changed/);
    expect(entry('StatusChanged', status, by('user-ada', 'ada@example.com'))).toMatch(/^Ada Lovelace changed/);
    expect(entry('ApplicationSubmitted', [], { kind: 'anonymous', id: null, email: null })).toBe(
      'Ada Lovelace applied',
    );
    expect(entry('StatusChanged', status, { kind: 'system', id: null, email: null })).toMatch(/^The system changed/);
    expect(entry('StatusChanged', status, by('user-mia'))).toMatch(/^mia@uplift.example changed/);
  });

  test('what was done to many at once says so, and so does its undoing', () => {
    const told = (isUndo: boolean) => {
      const changes = [{ field: 'status', before: 'NEW', after: 'CONTRACT SENT' }];
      const bulk = { _id: 'b', applications: 60, isUndo };
      const at = '2026-03-12T06:03:00.000Z';
      return spoken(sentenceOf({ type: 'StatusChanged', at, actor: by('user-me'), changes, bulk }, names));
    };
    expect(told(false)).toBe('You changed status from NEW to CONTRACT SENT, as one of 60');
    expect(told(true)).toBe('You changed status from NEW to CONTRACT SENT, undoing a change of 60 applications');
  });

  test('one saved answer is told with its label, several are counted and listed', () => {
    expect(entry('DetailsSaved', [{ field: 'motivation', before: null, after: 'To build' }])).toBe(
      'mia@uplift.example set Why do you want to code? to To build',
    );
    const saved = sentenceOf(
      {
        type: 'DetailsSaved',
        at: '2026-03-12T06:03:00.000Z',
        actor: by('user-ada'),
        changes: [
          { field: 'motivation', before: null, after: 'To build' },
          { field: 'phoneNumber', before: '+63 1', after: null },
        ],
      },
      names,
    );
    expect(spoken(saved)).toBe('Ada Lovelace saved 2 answers');
    expect(saved.details).toEqual([
      { label: 'Why do you want to code?', before: null, after: 'To build' },
      { label: 'phone number', before: '+63 1', after: null },
    ]);
  });

  test('an assignment names the person, with or without an email in the entry', () => {
    const assigned = (before: unknown, after: unknown) =>
      entry('AdminAssigned', [{ field: 'adminAssignee', before, after }], by('user-me'));
    expect(assigned(null, { userId: 'user-mia', userEmail: null })).toMatch(
      /assigned the application to mia@uplift.example$/,
    );
    expect(assigned({ userId: 'x', userEmail: 'sam@uplift.example' }, null)).toMatch(
      /took the application from sam@uplift.example$/,
    );
  });

  test('who assigns an application to themselves takes it on', () => {
    expect(
      entry('AdminAssigned', [
        { field: 'adminAssignee', before: null, after: { userId: 'user-mia', userEmail: 'mia@x' } },
      ]),
    ).toMatch(/took on the application$/);
  });

  test('a comment is quoted, a transfer names the batch, an interview its time', () => {
    expect(entry('CommentAdded', [{ field: 'adminComments', before: null, after: { message: 'Strong' } }])).toMatch(
      /commented Strong$/,
    );
    const comment = (message: string) => ({ field: 'adminComments', before: null, after: { _id: 'c', message } });
    expect(entry('ApplicationTransferred', [comment('Student transferred to Java, July')])).toMatch(
      /transferred the student to Java, July$/,
    );
    expect(entry('ApplicationCopied', [comment('Strong'), comment('Transferred from Java, July')])).toMatch(
      /transferred the student here from Java, July$/,
    );
    expect(
      entry('InterviewScheduled', [{ field: 'calendlyStartTime', before: null, after: '2026-04-02T01:00:00.000Z' }]),
    ).toMatch(/scheduled an interview for the time 2026-04-02$/);
  });

  test('several comments stand each on a line of its own', () => {
    const comments = [{ message: 'Called twice.' }, { message: 'Laptop is too old; lent one' }];
    expect(inWords(comments, 'adminComments', names)).toBe('Called twice.\nLaptop is too old; lent one');
  });

  test('invoices are told with what they are over and what is left', () => {
    const invoice = { n: 2, dueDate: '2026-04-30', dueAmount: 333.33, currency: 'PHP', status: 'paid', note: null };
    const changes = [
      { field: 'totalBalance', before: '999.99 PHP', after: '666.66 PHP' },
      { field: 'invoices', before: { ...invoice, status: 'unpaid' }, after: invoice },
    ];
    expect(entry('InvoicePaid', changes)).toMatch(
      /marked the invoice over 333.33 PHP due on 2026-04-30 paid; the balance is 666.66 PHP$/,
    );
    expect(entry('InvoiceVoided', changes.slice(1))).toMatch(/voided the invoice over 333.33 PHP due on 2026-04-30$/);
    expect(entry('PaymentAccountOpened', changes.slice(0, 1))).toMatch(
      /opened the payment account; the balance is 666.66 PHP$/,
    );
  });

  test('an event that nobody wrote a sentence for still tells its change', () => {
    expect(entry('SomethingNew', [{ field: 'motivation', before: 'a', after: 'b' }])).toMatch(
      /changed Why do you want to code\? from a to b$/,
    );
  });
});
