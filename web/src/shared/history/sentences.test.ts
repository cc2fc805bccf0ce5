import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { byEmail, callAmong } from '../../../../domain/user/display-name.ts';
import { inWords, type Names, sentenceOf, spoken } from './sentences.ts';

const names: Names = {
  me: 'user-me',
  applicant: { userId: 'user-ada', email: 'ada@example.com', name: 'Ada Lovelace' },
  batch: (id) => (id === 'batch-java' ? 'Java, July' : null),
  plan: (id) => (id === 'plan-monthly' ? 'Month by month' : null),
  assessment: (id) => (id === 'quiz-logic' ? 'Logic' : null),
  field: (name) => (name === 'motivation' ? 'Why do you want to code?' : null),
  member: (id) => (id === 'user-mia' ? 'mia@uplift.example' : null),
  call: byEmail,
  time: (instant) => `the time ${instant.slice(0, 10)}`,
};
const by = (id: string | null, email: string | null = null) => ({ kind: 'user' as const, id, email });
const entry = (
  type: string,
  changes: HistoryEntry['changes'] = [],
  actor: HistoryEntry['actor'] = by('user-mia', 'mia@uplift.example'),
) => spoken(sentenceOf({ type, at: '2026-03-12T06:03:00.000Z', actor, changes }, names));

describe('the sentences of the history', () => {
  test('a status change names the person and both statuses', () => {
    expect(entry('StatusChanged', [{ field: 'status', before: 'NEW', after: 'INTERVIEW PENDING' }])).toBe(
      'mia@uplift.example changed status from NEW to INTERVIEW PENDING',
    );
  });

  test('the viewer is You, the applicant is named with or without an account, and systems are named as such', () => {
    const status = [{ field: 'status', before: 'NEW', after: 'WITHDRAWN' }];
    expect(entry('StatusChanged', status, by('user-me', 'me@uplift.example'))).toMatch(/^You changed/);
    expect(entry('StatusChanged', status, by('user-ada', 'ada@example.com'))).toMatch(/^Ada Lovelace changed/);
    expect(entry('ApplicationSubmitted', [], { kind: 'anonymous', id: null, email: null })).toBe(
      'Ada Lovelace applied',
    );
    const written = [{ field: 'writtenEmails', before: null, after: 0 }];
    expect(entry('ApplicationSubmitted', written)).toBe('mia@uplift.example added the application');
    expect(entry('ApplicationSubmitted', [], { kind: 'token', id: 't', email: 'API token CRM' })).toMatch(
      / added the /,
    );
    expect(entry('ApplicationSubmitted', [], by('user-ada', 'ada@example.com'))).toBe('Ada Lovelace applied');
    const { details } = sentenceOf(
      { type: 'ApplicationSubmitted', at: '2026-03-12T06:03:00.000Z', actor: by('user-ada'), changes: written },
      names,
    );
    expect(details).toEqual([]);
    expect(entry('StatusChanged', status, { kind: 'system', id: null, email: null })).toMatch(/^The system changed/);
    expect(entry('StatusChanged', status, by('user-mia'))).toMatch(/^mia@uplift.example changed/);
  });

  test('members of staff are called by name, as authors and as assignees', () => {
    const call = callAmong([{ email: 'mia@uplift.example', name: 'Mia Chen' }]);
    const member = (id: string) => call(names.member(id));
    const at = '2026-03-12T06:03:00.000Z';
    const said = (type: string, changes: HistoryEntry['changes'], actor = by('user-mia', 'mia@uplift.example')) =>
      spoken(sentenceOf({ type, at, actor, changes }, { ...names, call, member }));
    const status = [{ field: 'status', before: 'NEW', after: 'WITHDRAWN' }];
    expect(said('StatusChanged', status)).toBe('Mia Chen changed status from NEW to WITHDRAWN');
    const after = { userId: 'user-mia', userEmail: 'mia@uplift.example' };
    const assigned = [{ field: 'adminAssignee', before: null, after }];
    expect(said('AdminAssigned', assigned, by('user-me'))).toBe('You assigned the application to Mia Chen');
    const { userId } = after;
    expect(said('AdminAssigned', [{ field: 'adminAssignee', before: null, after: { userId } }], by('user-me'))).toBe(
      'You assigned the application to Mia Chen',
    );
    expect(said('StatusChanged', status, by('user-jun', 'jun@uplift.example'))).toMatch(/^jun@uplift.example changed/);
  });

  test('answers that staff marked, and their corrections, are told with label, note, before and after', () => {
    const mark = { _id: 'motivation', note: 'In your own words, please' };
    const field = 'requestedCorrections';
    expect(entry('AnswersMarked', [{ field, before: null, after: mark }])).toBe(
      'mia@uplift.example asked the applicant to correct Why do you want to code?: In your own words, please',
    );
    expect(entry('AnswersMarked', [{ field, before: mark, after: null }])).toMatch(
      /withdrew the request to correct Why do you want to code\?$/,
    );
    const done = [
      { field: 'motivation', before: 'Money', after: 'To build' },
      { field, before: mark, after: null },
    ];
    expect(entry('DetailsSaved', done, by('user-ada'))).toBe(
      'Ada Lovelace corrected Why do you want to code? from Money to To build',
    );
  });

  test('a bulk change and its undo are named as such', () => {
    const told = (isUndo: boolean) => {
      const changes = [{ field: 'status', before: 'NEW', after: 'CONTRACT SENT' }];
      const bulk = { _id: 'b', applications: 60, isUndo };
      const at = '2026-03-12T06:03:00.000Z';
      return spoken(sentenceOf({ type: 'StatusChanged', at, actor: by('user-me'), changes, bulk }, names));
    };
    expect(told(false)).toBe('You changed status from NEW to CONTRACT SENT, as one of 60');
    expect(told(true)).toBe('You changed status from NEW to CONTRACT SENT, undoing a change of 60 applications');
  });

  test('an imported application is one of many', () => {
    const bulk = { _id: 'b', applications: 60, isUndo: false };
    const imported = { type: 'ApplicationSubmitted', at: '2026-03-12T06:03:00.000Z', changes: [], bulk };
    expect(spoken(sentenceOf({ ...imported, actor: by('user-me') }, names))).toBe(
      'You imported the application, as one of 60',
    );
  });

  test('one saved answer is named by its label, several are counted and listed', () => {
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
    expect(assigned({ userId: 'x', userEmail: 'sam@uplift.example' }, null)).toMatch(/unassigned sam@uplift.example$/);
  });

  test('a self-assignment is worded as such', () => {
    expect(
      entry('AdminAssigned', [
        { field: 'adminAssignee', before: null, after: { userId: 'user-mia', userEmail: 'mia@x' } },
      ]),
    ).toMatch(/assigned the application to themselves$/);
  });

  test('giving up an assignment is worded as such', () => {
    const mine = { userId: 'user-mia', userEmail: 'mia@uplift.example' };
    expect(entry('AdminAssigned', [{ field: 'adminAssignee', before: mine, after: null }])).toMatch(
      /unassigned themselves$/,
    );
  });

  test('a comment is quoted, a transfer names the batch, an interview its time', () => {
    expect(entry('CommentAdded', [{ field: 'adminComments', before: null, after: { message: 'Strong' } }])).toMatch(
      /commented Strong$/,
    );
    const comment = (message: string) => ({ field: 'adminComments', before: null, after: { _id: 'c', message } });
    expect(entry('ApplicationTransferred', [comment('Student transferred to Java, July')])).toMatch(
      /transferred the applicant to Java, July$/,
    );
    expect(entry('ApplicationCopied', [comment('Strong'), comment('Transferred from Java, July')])).toMatch(
      /transferred the applicant here from Java, July$/,
    );
    expect(
      entry('InterviewScheduled', [{ field: 'calendlyStartTime', before: null, after: '2026-04-02T01:00:00.000Z' }]),
    ).toMatch(/scheduled an interview for the time 2026-04-02$/);
  });

  test('a proven email that moves the application from another account is named', () => {
    const linked = (before: string | null) =>
      entry('UserLinked', [{ field: 'userId', before, after: 'user-ada' }], by('user-ada'));
    expect(linked(null)).toBe('Ada Lovelace linked the application to an account');
    expect(linked('user-eve')).toBe(
      'Ada Lovelace moved the application from another account to the one with the confirmed email',
    );
  });

  test('a logged call names its follow-up, and so does its end', () => {
    const log = { _id: 'c', message: 'No answer', kind: 'call' };
    const open = { ...log, followUpOn: '2026-03-12' };
    const told = (type: string, before: unknown, after: unknown) =>
      entry(type, [{ field: 'adminComments', before, after }]);
    expect(told('CommentAdded', null, open)).toMatch(/logged a call: No answer, to follow up by Thu, 12 Mar 2026$/);
    expect(told('CommentFollowUpSet', open, log)).toMatch(/finished the follow-up of Thu, 12 Mar 2026$/);
    expect(told('CommentFollowUpSet', log, open)).toMatch(/set a follow-up for Thu, 12 Mar 2026$/);
  });

  test('several comments are listed one per line', () => {
    const comments = [{ message: 'Called twice.' }, { message: 'Laptop is too old; lent one' }];
    expect(inWords(comments, 'adminComments', names)).toBe('Called twice.\nLaptop is too old; lent one');
  });

  test('invoices are named with their amount and the balance', () => {
    const invoice = { n: 2, dueDate: '2026-04-30', dueAmount: 333.33, currency: 'PHP', status: 'paid', note: null };
    const changes = [
      { field: 'totalBalance', before: '999.99 PHP', after: '666.66 PHP' },
      { field: 'invoices', before: { ...invoice, status: 'unpaid' }, after: invoice },
    ];
    expect(entry('InvoicePaid', changes)).toMatch(
      /marked the invoice for PHP.333\.33 due on Thu, 30 Apr 2026 paid; the balance is PHP.666\.66$/,
    );
    expect(entry('InvoiceVoided', changes.slice(1))).toMatch(
      /voided the invoice for PHP.333\.33 due on Thu, 30 Apr 2026$/,
    );
    expect(entry('PaymentAccountOpened', changes.slice(0, 1))).toMatch(
      /opened the payment account; the balance is PHP.666\.66$/,
    );
  });

  test('plans and assessments are named, without ids', () => {
    expect(
      entry('PaymentPlanChosen', [{ field: 'selectedPaymentModelId', before: 'plan-gone', after: 'plan-monthly' }]),
    ).toMatch(/changed payment plan from another plan to Month by month$/);
    const attempt = { _id: 'a.1', assessmentId: 'quiz-logic', startedAt: '2026-03-12T06:03:00.000Z', answers: [] };
    const told = (type: string, after: object, kind: 'user' | 'provider' = 'user') =>
      entry(type, [{ field: 'solutions', before: attempt, after: { ...attempt, ...after } }], {
        ...by('user-ada'),
        kind,
      });
    expect(told('SolutionStarted', {})).toBe('Ada Lovelace started Logic');
    expect(told('AnswersSaved', { answers: ['a', null, 'b'] })).toBe('Ada Lovelace answered 2 questions of Logic');
    expect(told('SolutionSubmitted', { score: 66.666, isLate: true })).toBe(
      'Ada Lovelace submitted Logic, late, with 66.7%',
    );
    expect(told('SolutionSubmitted', { score: null }, 'provider')).toBe(
      'An outside service reported the result of Logic',
    );
    expect(told('SolutionRetaken', { isRetaken: true })).toBe('Ada Lovelace may take Logic again');
    expect(told('SolutionStarted', { assessmentId: 'gone' })).toBe('Ada Lovelace started an assessment');
  });

  test('an email is named by its template, a listed invoice by its amount', () => {
    const request = { _id: '1', template: 'Invitation', isCancelled: false };
    expect(entry('EmailRequested', [{ field: 'emailRequests', before: null, after: request }])).toMatch(
      /sent the email Invitation to the applicant$/,
    );
    const written = { ...request, template: TEXTS.emailTemplates.withoutTemplate };
    expect(entry('EmailRequested', [{ field: 'emailRequests', before: null, after: written }])).toMatch(
      /sent an email without a template to the applicant$/,
    );
    const cancelled = [{ field: 'emailRequests', before: request, after: { ...request, isCancelled: true } }];
    expect(entry('EmailCancelled', cancelled)).toMatch(
      /cancelled the email Invitation to the applicant before it was sent$/,
    );
    const delivered = { _id: '1', template: 'Application received', outcome: 'delivered' };
    expect(entry('EmailDelivered', [{ field: 'mails', before: null, after: delivered }])).toMatch(
      /delivered the email Application received to the applicant$/,
    );
    const failed = { ...delivered, outcome: 'SMTP 550' };
    expect(entry('EmailRetryRequested', [{ field: 'mails', before: failed, after: null }])).toMatch(
      /sent the email Application received to the applicant again$/,
    );
    const invoice = { n: 1, dueDate: '2026-04-30', dueAmount: 21000, currency: 'PHP', status: 'unpaid', note: null };
    expect(inWords(invoice, 'invoices', names)).toMatch(/^PHP.21,000\.00 due on Thu, 30 Apr 2026, unpaid$/);
  });

  test('an event without a sentence of its own lists its changes', () => {
    expect(entry('SomethingNew', [{ field: 'motivation', before: 'a', after: 'b' }])).toMatch(
      /changed Why do you want to code\? from a to b$/,
    );
  });
});
