import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, OPERATOR, someone, specify } from '../../test/support/specification.ts';
import { PARAGRAPH_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { type ApplicationCommand, application } from './application.ts';
import { type ApplicationEvent, NO_TRACKING } from './events.ts';
import type { Application } from './state.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from './statuses.ts';

const given = specify(application);
const MIA = someone('mia');
const NOAH = someone('noah');

const submission = {
  organizationId: 'org',
  batchId: 'june',
  trackingNumber: 10_001,
  tracking: NO_TRACKING,
  userId: null,
  email: 'ada@example.com',
  values: { firstName: 'Ada', city: 'London' },
};
const { email, values, ...submittedData } = submission;
const submitted: ApplicationEvent = {
  type: 'ApplicationSubmitted',
  data: submittedData,
  personal: { email, values },
};
const moved = (from: ApplicationStatus, to: ApplicationStatus): ApplicationEvent => ({
  type: 'StatusChanged',
  data: { from, to },
});
const erased: ApplicationEvent = { type: 'PersonalDataErased', data: {} };
const interview = { eventUri: 'https://api.calendly.com/scheduled_events/1', startsAt: null, joinUrl: null };

describe('applying', () => {
  test('starts a new application', () => {
    given().when({ type: 'SubmitApplication', data: submission }).then(submitted);
    expect(given(submitted).state).toMatchObject({
      status: 'NEW',
      email,
      values,
      createdAt: '2026-03-01T09:00:00.000Z',
    });
  });

  test('is refused as a duplicate the second time in one place', () => {
    given(submitted)
      .when({ type: 'SubmitApplication', data: submission })
      .thenRefused('duplicate', TEXTS.enroll.duplicate);
  });

  test('needs a valid email', () => {
    given()
      .when({ type: 'SubmitApplication', data: { ...submission, email: 'ada' } })
      .thenRefused('refused', TEXTS.accounts.emailInvalid, 'email');
  });
});

describe('details', () => {
  test('saves only what changed; null clears', () => {
    given(submitted)
      .when({ type: 'SaveDetails', data: { values: { firstName: 'Ada', city: null, laptop: 'yes' } } })
      .then({
        type: 'DetailsSaved',
        data: { fields: ['city', 'laptop'] },
        personal: { values: { city: null, laptop: 'yes' } },
      });
    expect(
      given(submitted, {
        type: 'DetailsSaved',
        data: { fields: ['city', 'laptop'] },
        personal: { values: { city: null, laptop: 'yes' } },
      }).state,
    ).toMatchObject({ values: { firstName: 'Ada', laptop: 'yes' } });
  });

  test('is not a claimed place', () => {
    given({ type: 'PlaceClaimed', data: { by: 'other' } })
      .when({ type: 'SaveDetails', data: { values: {} } })
      .thenRefused('not-found');
  });
});

describe('the email', () => {
  test('is corrected even if only its spelling changes; repeating adds nothing', () => {
    given(submitted)
      .when({ type: 'CorrectEmail', data: { email: ' ada@example.com ' } })
      .then();
    given(submitted)
      .when({ type: 'CorrectEmail', data: { email: ' ADA@example.com' } })
      .then({ type: 'EmailCorrected', data: {}, personal: { email: 'ADA@example.com' } });
    given(submitted)
      .when({ type: 'CorrectEmail', data: { email: 'ada@lovelace.org' } })
      .then({ type: 'EmailCorrected', data: {}, personal: { email: 'ada@lovelace.org' } });
  });
});

describe('the status', () => {
  test('can become any other, but TRANSFERRED only by a transfer', () => {
    given(submitted)
      .when({ type: 'ChangeStatus', data: { to: 'COMPLETE' } })
      .then(moved('NEW', 'COMPLETE'));
    given(submitted)
      .when({ type: 'ChangeStatus', data: { to: 'TRANSFERRED' } })
      .thenRefused('refused', 'Please select a course to transfer the student to', 'transferBatchId');
  });

  test.each(APPLICATION_STATUSES)('an interview set while %s moves forward only', (status) => {
    const stays = [
      'CONTRACT DECLINED',
      ...APPLICATION_STATUSES.slice(APPLICATION_STATUSES.indexOf('INTERVIEW SCHEDULED')),
    ];
    const set: ApplicationEvent = { type: 'InterviewScheduled', data: interview };
    const decided = given(submitted, moved('NEW', status)).when({ type: 'ScheduleInterview', data: interview });
    if (['CANCELLED', 'WITHDRAWN', 'TRANSFERRED'].includes(status)) decided.thenRefused('refused');
    else if (stays.includes(status)) decided.then(set);
    else decided.then(set, moved(status, 'INTERVIEW SCHEDULED'));
  });
});

describe('an interview', () => {
  const booked: ApplicationEvent = {
    type: 'InterviewScheduled',
    data: { eventUri: 'e1', startsAt: null, joinUrl: null },
  };
  const details = { eventUri: 'e1', startsAt: '2026-04-02T01:00:00.000Z', joinUrl: 'https://zoom.example/1' };
  const received: ApplicationEvent = { type: 'InterviewDetailsReceived', data: details };

  test('that was booked once is not booked again, before or after its time is known', () => {
    for (const known of [[], [received]]) {
      given(submitted, moved('NEW', 'COMPLETE'), booked, ...known)
        .when({ type: 'ScheduleInterview', data: booked.data })
        .then();
    }
  });

  test('takes the details of its own booking once, and those of no earlier booking', () => {
    given(submitted, booked).when({ type: 'ReceiveInterviewDetails', data: details }).then(received);
    given(submitted, booked, received).when({ type: 'ReceiveInterviewDetails', data: details }).then();
    given(submitted, booked)
      .when({ type: 'ReceiveInterviewDetails', data: { ...details, eventUri: 'e0' } })
      .then();
  });

  test('takes a changed end alone', () => {
    const ending = { ...details, endsAt: '2026-05-04T01:45:00.000Z' };
    const ended: ApplicationEvent = { type: 'InterviewDetailsReceived', data: ending };
    given(submitted, booked, received).when({ type: 'ReceiveInterviewDetails', data: ending }).then(ended);
    given(submitted, booked, ended).when({ type: 'ReceiveInterviewDetails', data: ending }).then();
    given(submitted, booked, ended).when({ type: 'ReceiveInterviewDetails', data: details }).then(received);
  });
});

describe('an email that staff request', () => {
  const data = { requestId: 'r1', templateId: 't', templateVersion: 3, template: 'What happens next', sendAt: null };
  const ask: ApplicationCommand = { type: 'RequestEmail', data };
  const requested: ApplicationEvent = { type: 'EmailRequested', data };

  test('moves a new application to INFORMATION SENT, in one step', () => {
    given(submitted).when(ask).then(requested, moved('NEW', 'INFORMATION SENT'));
    given(submitted, requested, moved('NEW', 'INFORMATION SENT')).when(ask).then();
  });

  test.each(APPLICATION_STATUSES.filter((status) => status !== 'NEW'))('leaves %s unchanged', (status) => {
    given(submitted, moved('NEW', status)).when(ask).then(requested);
  });

  test('is cancelled once, and only if it was requested', () => {
    const cancel: ApplicationCommand = { type: 'CancelEmail', data: { requestId: 'r1' } };
    const cancelled: ApplicationEvent = {
      type: 'EmailCancelled',
      data: { requestId: 'r1', template: 'What happens next' },
    };
    given(submitted, requested).when(cancel).then(cancelled);
    given(submitted, requested, cancelled).when(cancel).then();
    given(submitted).when(cancel).then();
  });

  test('does not go to an erased person; an automatic one changes no status', () => {
    given(submitted, erased).when(ask).thenRefused('refused', TEXTS.applications.erased);
    const delivered = { outboxId: 'o', template: 'Application received' };
    given(submitted)
      .when({ type: 'RecordEmailOutcome', data: { ...delivered, failure: null } })
      .then({ type: 'EmailDelivered', data: delivered });
  });

  test('is retried once after each failure', () => {
    const mail = { outboxId: 'o', template: 'Application received' };
    const failed: ApplicationEvent = { type: 'EmailFailed', data: { ...mail, reason: 'SMTP 550' } };
    const retry: ApplicationCommand = { type: 'RetryEmail', data: { outboxId: 'o' } };
    const retried: ApplicationEvent = { type: 'EmailRetryRequested', data: mail };
    const outcome: ApplicationCommand = { type: 'RecordEmailOutcome', data: { ...mail, failure: 'SMTP 550' } };
    given(submitted, failed).when(retry, retry).then(retried);
    given(submitted, failed, retried).when(outcome, retry).then(failed, retried);
    given(submitted, { type: 'EmailDelivered', data: mail }).when(retry).then();
    given(submitted).when(retry).then();
    given(submitted, failed, erased).when(retry).thenRefused('refused', TEXTS.applications.erased);
  });

  test('is recorded as delivered after a failure, and each outcome once', () => {
    const mail = { outboxId: 'o', template: 'Application received' };
    const outcome = (failure: string | null): ApplicationCommand => ({
      type: 'RecordEmailOutcome',
      data: { ...mail, failure },
    });
    given(submitted)
      .when(outcome('SMTP 550'), outcome('SMTP 550'), outcome(null), outcome(null))
      .then({ type: 'EmailFailed', data: { ...mail, reason: 'SMTP 550' } }, { type: 'EmailDelivered', data: mail });
  });
});

describe('comments', () => {
  const commented: ApplicationEvent = {
    type: 'CommentAdded',
    data: { commentId: 'c1' },
    personal: { message: 'Strong' },
  };
  const deleteIt: ApplicationCommand = { type: 'DeleteComment', data: { commentId: 'c1' } };

  test('carry their author', () => {
    given(submitted)
      .whenBy(MIA, { type: 'AddComment', data: { commentId: 'c1', message: ' Strong ' } })
      .then(commented);
    expect(given(submitted, commented).state).toMatchObject({
      comments: [{ _id: 'c1', message: 'Strong', authorId: null, postedDate: '2026-03-01T09:01:00.000Z' }],
    });
  });

  test('are deleted by their author only', () => {
    const mine: ApplicationCommand = { type: 'AddComment', data: { commentId: 'c1', message: 'Strong' } };
    given(submitted)
      .whenBy(MIA, mine, deleteIt)
      .then(commented, { type: 'CommentDeleted', data: { commentId: 'c1' } });
    given(submitted, commented).whenBy(NOAH, deleteIt).thenRefused('forbidden', TEXTS.applications.commentNotOwn);
    given(submitted, commented).whenBy(OPERATOR, deleteIt).thenRefused('forbidden');
    given(submitted).whenBy(MIA, deleteIt).then();
  });

  const call: ApplicationEvent = {
    type: 'CommentAdded',
    data: { commentId: 'c1', kind: 'call', followUpOn: '2026-03-12' },
    personal: { message: 'No answer' },
  };
  const followUp = (followUpOn: string | null): ApplicationCommand => ({
    type: 'SetFollowUp',
    data: { commentId: 'c1', followUpOn },
  });

  test('log a call with a follow-up, which is moved and done', () => {
    given(submitted)
      .whenBy(MIA, { type: 'AddComment', data: { ...call.data, message: 'No answer' } })
      .then(call);
    const moved: ApplicationEvent = {
      type: 'CommentFollowUpSet',
      data: { commentId: 'c1', followUpOn: '2026-03-20' },
    };
    const done: ApplicationEvent = { type: 'CommentFollowUpSet', data: { commentId: 'c1', followUpOn: null } };
    given(submitted, call)
      .whenBy(NOAH, followUp('2026-03-20'), followUp('2026-03-20'), followUp(null))
      .then(moved, done);
    given(submitted).when(followUp(null)).then();
    const [comment] = (given(submitted, call, moved, done).state as Application).comments;
    expect(comment).toMatchObject({ kind: 'call', message: 'No answer' });
    expect(comment).not.toHaveProperty('followUpOn');
  });

  test('take only a day of the calendar as a follow-up', () => {
    given(submitted, call).when(followUp('2026-02-30')).thenRefused('refused', undefined, 'followUpOn');
    given(submitted)
      .when({ type: 'AddComment', data: { commentId: 'c', message: 'Called', followUpOn: 'soon' } })
      .thenRefused('refused', undefined, 'followUpOn');
  });

  test('name each mentioned person once', () => {
    const data = { commentId: 'c', mentions: ['mia', 'noah', 'mia'] };
    given(submitted)
      .when({ type: 'AddComment', data: { ...data, message: 'Look' } })
      .then({ type: 'CommentAdded', data: { ...data, mentions: ['mia', 'noah'] }, personal: { message: 'Look' } });
  });

  test('are neither empty nor longer than a paragraph', () => {
    const add = (message: string): ApplicationCommand => ({ type: 'AddComment', data: { commentId: 'c', message } });
    const longest = 'x'.repeat(PARAGRAPH_LIMIT);
    for (const message of [' ', `${longest}x`]) {
      given(submitted).when(add(message)).thenRefused('refused', undefined, 'message');
    }
    given(submitted)
      .when(add(longest))
      .then({ type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: longest } });
  });
});

describe('quotas', () => {
  const texts = TEXTS.quotas;
  const comment = (n: number, message = 'Ana called'): ApplicationEvent => ({
    type: 'CommentAdded',
    data: { commentId: `c${n}` },
    personal: { message },
  });
  const add = (message: string): ApplicationCommand => ({ type: 'AddComment', data: { commentId: 'new', message } });
  const saved = (field: string, value: string): ApplicationEvent => ({
    type: 'DetailsSaved',
    data: { fields: [field] },
    personal: { values: { [field]: value } },
  });
  const save = (values: Record<string, string | null>): ApplicationCommand => ({
    type: 'SaveDetails',
    data: { values },
  });

  test('an application holds 1,000 comments; deleting one makes room', () => {
    const full = Array.from({ length: 1_000 }, (_, n) => comment(n));
    given(submitted, ...full)
      .when(add('One more'))
      .thenRefused('refused', texts.comments(1_000), 'message');
    const deleted: ApplicationEvent = { type: 'CommentDeleted', data: { commentId: 'c0' } };
    given(submitted, ...full, deleted)
      .when(add('One more'))
      .then({ type: 'CommentAdded', data: { commentId: 'new' }, personal: { message: 'One more' } });
  });

  test('its comments take up 256 kB in all', () => {
    const long = 'ü'.repeat(10_000);
    given(submitted, ...Array.from({ length: 13 }, (_, n) => comment(n, long)))
      .when(add(long))
      .thenRefused('refused', texts.commentsText('256 kB'), 'message');
  });

  test('its answers take up 256 kB in all; larger ones of earlier versions can be shortened', () => {
    const long = 'x'.repeat(20_000);
    const full = Array.from({ length: 13 }, (_, n) => saved(`field${n}`, long));
    given(submitted, ...full)
      .when(save({ more: 'x'.repeat(5_000) }))
      .thenRefused('refused', texts.answers('256 kB'));
    const beyond = [...full, ...Array.from({ length: 4 }, (_, n) => saved(`old${n}`, long))];
    given(submitted, ...beyond)
      .when(save({ old0: `${long}x` }))
      .thenRefused('refused', texts.answers('256 kB'));
    given(submitted, ...beyond)
      .when(save({ old0: 'short' }))
      .then({ type: 'DetailsSaved', data: { fields: ['old0'] }, personal: { values: { old0: 'short' } } });
  });

  test('it takes 1,000 requested emails', () => {
    const data = { templateId: 't', templateVersion: 0, template: 'T', sendAt: null };
    const requested = Array.from(
      { length: 1_000 },
      (_, n): ApplicationEvent => ({ type: 'EmailRequested', data: { ...data, requestId: `r${n}` } }),
    );
    given(submitted, ...requested)
      .when({ type: 'RequestEmail', data: { ...data, requestId: 'new' } })
      .thenRefused('refused', texts.emails(1_000));
  });
});

describe('an account', () => {
  test('is linked once', () => {
    const linked: ApplicationEvent = { type: 'UserLinked', data: { userId: 'ada' } };
    given(submitted)
      .when({ type: 'LinkUser', data: { userId: 'ada', isProven: false } })
      .then(linked);
    given(submitted, linked)
      .when({ type: 'LinkUser', data: { userId: 'eve', isProven: false } })
      .thenRefused('refused');
  });

  test('is replaced by the account that has proven the email', () => {
    const linked: ApplicationEvent = { type: 'UserLinked', data: { userId: 'eve' } };
    given(submitted, linked)
      .when({ type: 'LinkUser', data: { userId: 'ada', isProven: true } })
      .then({ type: 'UserLinked', data: { userId: 'ada', from: 'eve' } });
  });
});

describe('a transfer', () => {
  const transfer = { toBatchId: 'july', toBatchName: 'Java, July', copyId: 'copy', commentId: 'c' };

  test('leaves the original TRANSFERRED, with a comment', () => {
    const transferred: ApplicationEvent = {
      type: 'ApplicationTransferred',
      data: { from: 'NEW', toBatchId: 'july', copyId: 'copy', commentId: 'c' },
      personal: { message: 'Student transferred to Java, July' },
    };
    given(submitted).when({ type: 'Transfer', data: transfer }).then(transferred);
    expect(given(submitted, transferred).state).toMatchObject({
      status: 'TRANSFERRED',
      transferredTo: 'copy',
      comments: [{ message: 'Student transferred to Java, July' }],
    });
  });

  test('to its own batch is refused', () => {
    given(submitted)
      .when({ type: 'Transfer', data: { ...transfer, toBatchId: 'june' } })
      .thenRefused('refused', TEXTS.applications.transferTargetMissing);
  });
});

describe('an erasure', () => {
  test('keeps the facts and removes the texts', () => {
    const commented: ApplicationEvent = { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: 'x' } };
    expect(given(submitted, commented, erased).state).toMatchObject({
      email: null,
      values: {},
      comments: [{ _id: 'c', message: null }],
      isErased: true,
      trackingNumber: 10_001,
    });
  });

  test('folds the same from a log whose personal data is gone', () => {
    const blank = { type: 'CommentAdded', data: { commentId: 'c' }, personal: null } as const;
    const before = given({ ...submitted, personal: null } as ApplicationEvent, blank, erased).state;
    const commented: ApplicationEvent = { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: 'x' } };
    expect(before).toEqual(given(submitted, commented, erased).state);
  });

  test('prevents any later personal data', () => {
    given(submitted, erased)
      .when({ type: 'SaveDetails', data: { values: { city: 'x' } } })
      .thenRefused('refused');
    given(submitted, erased)
      .when({ type: 'ChangeStatus', data: { to: 'CANCELLED' } })
      .then(moved('NEW', 'CANCELLED'));
  });
});

describe('answers to be corrected', () => {
  const mark = (notes: Record<string, string | null>): ApplicationCommand => ({ type: 'MarkAnswers', data: { notes } });
  const marked = (notes: Record<string, string | null>): ApplicationEvent => ({
    type: 'AnswersMarked',
    data: { fields: Object.keys(notes) },
    personal: { notes },
  });
  const marksAfter = (...events: ApplicationEvent[]) =>
    (given(submitted, ...events).state as Application).requestedCorrections;

  test('are marked with a note each, which staff change and take back', () => {
    given(submitted)
      .when(mark({ city: ' Which one? ' }), mark({ city: 'Which one?' }), mark({ city: null }), mark({ city: null }))
      .then(marked({ city: 'Which one?' }), marked({ city: null }));
    expect(marksAfter(marked({ city: 'Which one?', firstName: 'In full' }), marked({ city: 'In Kent?' }))).toEqual([
      { _id: 'city', note: 'In Kent?' },
      { _id: 'firstName', note: 'In full' },
    ]);
  });

  test('need a note of at most 500 characters', () => {
    given(submitted)
      .when(mark({ city: ' ' }))
      .thenRefused('refused', TEXTS.applications.correctionNoteMissing, 'requestedCorrections');
    given(submitted)
      .when(mark({ city: 'x'.repeat(501) }))
      .thenRefused('refused', undefined, 'requestedCorrections');
    given(submitted)
      .when(mark({ city: 'x'.repeat(500) }))
      .then(marked({ city: 'x'.repeat(500) }));
  });

  test('are done with the next save of the answer, and gone with the person', () => {
    const both = marked({ city: 'Which one?', firstName: 'In full' });
    const saved: ApplicationEvent = {
      type: 'DetailsSaved',
      data: { fields: ['city'] },
      personal: { values: { city: 'Bath' } },
    };
    expect(marksAfter(both, saved)).toEqual([{ _id: 'firstName', note: 'In full' }]);
    expect(marksAfter(both, erased)).toEqual([]);
  });

  test('are remembered once corrected; the save of the last one says so, and for whom', () => {
    const both = marked({ city: 'Which one?', firstName: 'In full' });
    const assigned: ApplicationEvent = { type: 'AdminAssigned', data: { userId: 'bob' } };
    const save = (values: Record<string, string>): ApplicationCommand => ({ type: 'SaveDetails', data: { values } });
    const saved = (values: Record<string, string>, more = {}): ApplicationEvent => ({
      type: 'DetailsSaved',
      data: { fields: Object.keys(values), ...more },
      personal: { values },
    });
    const last = { lastCorrectionFor: 'bob' };
    given(submitted, assigned, both)
      .when(save({ city: 'Bath' }), save({ firstName: 'Augusta', hobby: 'Maths' }), save({ hobby: 'None' }))
      .then(saved({ city: 'Bath' }), saved({ firstName: 'Augusta', hobby: 'Maths' }, last), saved({ hobby: 'None' }));
    const correctedAfter = (...events: ApplicationEvent[]) =>
      (given(submitted, both, saved({ city: 'Bath' }), ...events).state as Application).correctedAnswers;
    const other = saved({ firstName: 'Augusta' }, last);
    expect(correctedAfter(other)).toEqual(['city', 'firstName']);
    expect(correctedAfter(marked({ city: 'In England?' }))).toEqual([]);
    expect(correctedAfter(other, marked({ hobby: 'Really?' }))).toEqual([]);
    expect(correctedAfter(other, moved('NEW', 'DECISION PENDING'))).toEqual([]);
    expect(correctedAfter(erased)).toEqual([]);
  });
});

test('every command is valid and repeatable in every reachable state', () => {
  const id = fc.constantFrom('a', 'b');
  const status = fc.constantFrom(...APPLICATION_STATUSES);
  const text = fc.constantFrom('', 'x', 'ada@example.com', 'bob@example.com');
  const names = fc.constantFrom('city', 'laptop', 'constructor');
  const file = fc.constant({ fileId: 'f', fileName: 'cv.pdf' });
  const of = <Type extends ApplicationCommand['type']>(
    type: Type,
    data: fc.Arbitrary<Extract<ApplicationCommand, { type: Type }>['data']>,
  ) => data.map((drawn) => ({ type, data: drawn }) as unknown as ApplicationCommand);
  const copied = {
    ...submittedData,
    fromBatchId: 'may',
    status: 'NEW' as const,
    adminAssigneeId: null,
    selectedPaymentModelId: null,
    calendlyEventUri: null,
    calendlyStartTime: null,
    calendlyJoinUrl: null,
    comments: [{ commentId: 'c', authorId: null, postedDate: '2026-01-01T00:00:00.000Z' }],
    email,
    values,
    messages: ['hello'],
    corrections: [{ _id: 'city', note: 'Which one?' }],
  };
  expectRepeatable<typeof application.initial, ApplicationEvent, ApplicationCommand>(
    application,
    fc.oneof(
      {
        weight: 3,
        arbitrary: of(
          'SubmitApplication',
          text.map((email) => ({ ...submission, email })),
        ),
      },
      of(
        'Copy',
        id.map((fromId) => ({ ...copied, fromId })),
      ),
      of(
        'SaveDetails',
        fc.dictionary(names, fc.oneof(text, file, fc.constant(null))).map((values) => ({ values })),
      ),
      of(
        'MarkAnswers',
        fc.dictionary(names, fc.option(text)).map((notes) => ({ notes })),
      ),
      of(
        'CorrectEmail',
        text.map((email) => ({ email })),
      ),
      of(
        'ChangeStatus',
        status.map((to) => ({ to })),
      ),
      of(
        'AssignAdmin',
        fc.option(id).map((userId) => ({ userId })),
      ),
      of(
        'ChoosePaymentPlan',
        fc.option(id).map((paymentModelId) => ({ paymentModelId })),
      ),
      of('AddComment', fc.record({ commentId: id, message: text })),
      of(
        'DeleteComment',
        id.map((commentId) => ({ commentId })),
      ),
      of('LinkUser', fc.record({ userId: id, isProven: fc.boolean() })),
      of(
        'ClaimPlace',
        id.map((by) => ({ by })),
      ),
      of('Transfer', fc.record({ toBatchId: id, toBatchName: text, copyId: id, commentId: id })),
      of('ScheduleInterview', fc.record({ eventUri: fc.option(id), startsAt: fc.option(id), joinUrl: fc.option(id) })),
      of(
        'ReceiveInterviewDetails',
        fc
          .record({ eventUri: id, startsAt: id, joinUrl: fc.option(id), endsAt: fc.option(id) })
          .map(({ endsAt, ...data }) => (endsAt === null ? data : { ...data, endsAt })),
      ),
      of(
        'RequestEmail',
        id.map((requestId) => ({ requestId, templateId: 't', templateVersion: 0, template: 'T', sendAt: null })),
      ),
      of(
        'CancelEmail',
        id.map((requestId) => ({ requestId })),
      ),
      of('RecordEmailOutcome', fc.record({ outboxId: id, template: id, failure: fc.option(id) })),
      of(
        'RetryEmail',
        id.map((outboxId) => ({ outboxId })),
      ),
      of('ErasePersonalData', fc.constant({})),
    ),
    [OPERATOR, MIA, NOAH],
  );
});
