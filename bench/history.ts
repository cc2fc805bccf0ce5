import { randomUUID } from 'node:crypto';
import { createDice } from '../api/operator/demo/people.ts';
import { type Deed, inventStory } from '../api/operator/demo/story.ts';
import type { EventLog } from '../commands/event-store/event-log.ts';
import { SYSTEM } from '../domain/access/actor.ts';
import { application } from '../domain/application/application.ts';
import { ApplicationSubmitted } from '../domain/application/events.ts';
import type { AnyEvent, Recorded } from '../domain/event-sourcing/event.ts';
import { streamOf } from '../domain/event-sourcing/streams.ts';

export interface Happening {
  readonly stream: string;
  readonly at: string;
  readonly event: AnyEvent;
}

export interface HistoryOptions {
  readonly organizationId: string;
  readonly staffId: string;
  readonly batchOf: (applicant: number) => string;
}

/** Concurrent appends. */
const TOGETHER = 500;

/** The log of the demo school, about 14 events per application with accounts and activity, without copies of transferred ones. */
export function demoHistory(applications: number, options: HistoryOptions): readonly Happening[] {
  const applicants = Array.from({ length: applications }, () => ({
    id: randomUUID(),
    userId: randomUUID(),
    status: 'NEW',
  }));
  const { deeds } = inventStory(createDice(1), applications, Date.now());
  return deeds.flatMap((deed) => {
    const applicant = applicants[deed.who] as Applicant;
    const at = new Date(deed.at).toISOString();
    return eventsOf(deed, applicant, options).map(({ category, event }) => ({
      stream: streamOf(category, category === 'user' ? applicant.userId : applicant.id),
      at,
      event,
    }));
  });
}

interface Applicant {
  readonly id: string;
  readonly userId: string;
  status: string;
}

interface Placed {
  readonly category: string;
  readonly event: AnyEvent;
}

function eventsOf(deed: Deed, applicant: Applicant, { organizationId, staffId, batchOf }: HistoryOptions): Placed[] {
  const own = (type: string, data: object, personal?: object): Placed => ({
    category: application.category,
    event: { type, data, ...(personal && { personal }) },
  });
  const account = (type: string, data: object, personal?: object): Placed => ({
    ...own(type, data, personal),
    category: 'user',
  });
  const activity = (action: string): Placed => ({
    ...own('ActivityRecorded', { action, timestamp: new Date(deed.at).toISOString() }, { actionDetails: null }),
    category: 'activity',
  });
  const move = (to: string): Placed => {
    const from = applicant.status;
    applicant.status = to;
    return own('StatusChanged', { from, to });
  };
  switch (deed.kind) {
    case 'takeQuiz':
    case 'startProject':
    case 'getResult':
      return solutionEvents(deed, applicant, organizationId);
    case 'submit': {
      const { email = '', ...values } = deed.values;
      const tracking = { source: null, medium: null, campaign: null, term: null, content: null, ...deed.tracking };
      const place = { organizationId, batchId: batchOf(deed.who), trackingNumber: deed.who + 1, userId: null };
      return [own(ApplicationSubmitted.type, { ...place, tracking }, { email, values })];
    }
    case 'signUp': {
      const email = `applicant.${deed.who}@mail.example`;
      return [
        account('UserSignedUp', { passwordId: null }, { email }),
        account('EmailVerified', {}),
        own('UserLinked', { userId: applicant.userId }),
      ];
    }
    case 'view':
      return [activity('VIEW_APPLICATION')];
    case 'saveStep':
      return [
        own('DetailsSaved', { fields: Object.keys(deed.values) }, { values: deed.values }),
        activity('SAVE_APPLICATION_STEP'),
      ];
    case 'choosePlan':
      return [own('PaymentPlanChosen', { paymentModelId: deed.plan })];
    case 'payInvoice':
      return [];
    case 'assign':
      return [own('AdminAssigned', { userId: staffId })];
    case 'comment':
      return [own('CommentAdded', { commentId: randomUUID() }, { message: deed.message })];
    case 'setStatus':
      return [move(deed.status)];
    case 'bookInterview': {
      const startsAt = new Date(deed.startsAt).toISOString();
      return [own('InterviewScheduled', { eventUri: null, startsAt, joinUrl: null }), move('INTERVIEW SCHEDULED')];
    }
    case 'transfer': {
      const data = { from: applicant.status, toBatchId: randomUUID(), copyId: randomUUID(), commentId: randomUUID() };
      return [own('ApplicationTransferred', data, { message: 'Transferred to another batch' })];
    }
  }
}

const TYPES = { takeQuiz: 'quiz', startProject: 'project', getResult: 'external' } as const;
type Taken = Extract<Deed, { kind: keyof typeof TYPES }>;

/** At most one solution of each kind, so its kind names the assessment. */
function solutionEvents(deed: Taken, { id }: Applicant, organizationId: string): Placed[] {
  const type = TYPES[deed.kind];
  const named = { solutionId: `${id}.${type}`, assessmentId: type };
  const answers = deed.kind === 'takeQuiz' ? deed.answers.map(String) : [];
  const terms = { organizationId, assessmentVersion: 0, type, questionCount: answers.length, timeLimitMinutes: 60 };
  const place = (event: AnyEvent): Placed => ({ category: 'solution', event });
  const outcome = { submission: null, externalDetailsUrl: null };
  const score = deed.kind === 'takeQuiz' ? 60 : null;
  return [
    place({ type: 'SolutionStarted', data: { ...named, ...terms } }),
    ...(deed.kind === 'takeQuiz' ? [place({ type: 'AnswersSaved', data: named, personal: { answers } })] : []),
    ...(deed.kind === 'startProject'
      ? []
      : [place({ type: 'SolutionSubmitted', data: { ...named, score, isLate: false }, personal: outcome })]),
  ];
}

/** Appends directly, not through commands: each stream in order, different streams concurrently. */
export async function appendHistory(log: EventLog, history: readonly Happening[], organizationId: string) {
  const last = new Map<string, Recorded<AnyEvent> | undefined>();
  for (let from = 0; from < history.length; from += TOGETHER) {
    const streams = Map.groupBy(history.slice(from, from + TOGETHER), ({ stream }) => stream);
    await Promise.all(
      Array.from(streams, async ([stream, happenings]) => {
        for (const { event, at } of happenings) {
          const { events } = await log.append(stream, last.get(stream), [event], contextAt(at, organizationId));
          last.set(stream, events[0]);
        }
      }),
    );
  }
}

const contextAt = (at: string, organizationId: string) => ({
  at,
  actor: SYSTEM,
  organizationId,
  commandId: randomUUID(),
  commandHash: 'a'.repeat(64),
  correlationId: randomUUID(),
  causationId: null,
  isSilent: true,
});
