import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  isLocked,
  rankOf,
} from '../../../domain/application/statuses.ts';
import { ASSESSMENTS_OF_DEMO } from './assessments.ts';
import { PLANS_OF_DEMO, type PlanOfDemo } from './payment-plans.ts';
import {
  CITIES,
  COMMENTS,
  createDice,
  createPerson,
  type Dice,
  JOBS,
  MOTIVATIONS,
  type Person,
  SOURCES,
} from './people.ts';
import { BATCHES, type BatchPlan, MONTHS_OF_HISTORY } from './school.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** `who` is an index into the applicants, `at` milliseconds since the epoch. */
export type Deed = { readonly at: number; readonly who: number } & (
  | {
      readonly kind: 'submit';
      readonly batch: number;
      readonly values: Record<string, string>;
      readonly tracking: Record<string, string>;
    }
  | { readonly kind: 'signUp' }
  | { readonly kind: 'view' }
  | { readonly kind: 'saveStep'; readonly values: Record<string, string> }
  /** The index of the chosen option per question. */
  | { readonly kind: 'takeQuiz'; readonly minutes: number; readonly answers: readonly number[] }
  /** By the applicant, or by staff for people without an account. */
  | { readonly kind: 'choosePlan'; readonly plan: PlanOfDemo; readonly staff: number | null }
  | { readonly kind: 'payInvoice'; readonly n: number; readonly note: string; readonly staff: number }
  | { readonly kind: 'startProject' }
  | { readonly kind: 'getResult' }
  | { readonly kind: 'assign'; readonly staff: number }
  | { readonly kind: 'comment'; readonly staff: number; readonly message: string }
  | { readonly kind: 'setStatus'; readonly staff: number; readonly status: ApplicationStatus }
  | { readonly kind: 'bookInterview'; readonly startsAt: number }
  | { readonly kind: 'transfer'; readonly staff: number; readonly toBatch: number }
);

export interface Story {
  readonly people: readonly Person[];
  readonly deeds: readonly Deed[];
}

const ROAD: readonly ApplicationStatus[] = APPLICATION_STATUSES.slice(rankOf('NEW'));
/** The rank at which an application may end with these statuses. */
const ENDS: Partial<Record<ApplicationStatus, number>> = {
  CANCELLED: 1,
  WITHDRAWN: 5,
  TRANSFERRED: 3,
  'CONTRACT DECLINED': 8,
  'INCORRECT INFORMATION': 0,
};

const IN_A_FINISHED_BATCH = [
  { status: 'COMPLETE', weight: 30 },
  { status: 'WITHDRAWN', weight: 22 },
  { status: 'CONTRACT DECLINED', weight: 12 },
  { status: 'CANCELLED', weight: 14 },
  { status: 'INCORRECT INFORMATION', weight: 6 },
  { status: 'TRANSFERRED', weight: 5 },
] as const;
const IN_A_RUNNING_BATCH = [
  { status: 'NEW', weight: 14 },
  { status: 'INFORMATION SENT', weight: 12 },
  { status: 'DECISION PENDING', weight: 7 },
  { status: 'INTERVIEW PENDING', weight: 10 },
  { status: 'INTERVIEW SCHEDULED', weight: 9 },
  { status: 'INTERVIEW COMPLETED', weight: 8 },
  { status: 'GROUP CALL COMPLETED', weight: 5 },
  { status: 'DRILLS PENDING', weight: 5 },
  { status: 'CONTRACT SENT', weight: 6 },
  { status: 'CONTRACT RECEIVED', weight: 5 },
  { status: 'FINANCE PENDING', weight: 3 },
  { status: 'COMPLETE', weight: 4 },
  { status: 'CANCELLED', weight: 6 },
  { status: 'WITHDRAWN', weight: 5 },
  { status: 'TRANSFERRED', weight: 1 },
  { status: 'CONTRACT DECLINED', weight: 2 },
  { status: 'INCORRECT INFORMATION', weight: 3 },
] as const;

/** Invents applications in the fourteen months before `now`; the first is Ada's. */
export function inventStory(dice: Dice, count: number, now: number): Story {
  const people = Array.from({ length: count }, (_, n) => createPerson(dice, n));
  const [examiner, treasurer] = [createDice(4711), createDice(815)];
  const deeds = people.flatMap((person, who) => deedsOf(dice, { examiner, treasurer }, person, who, now));
  return { people, deeds: deeds.sort((a, b) => a.at - b.at || a.who - b.who) };
}

/** Later additions use their own dice, so that older parts of the story do not change. */
interface Helpers {
  readonly examiner: Dice;
  readonly treasurer: Dice;
}

function deedsOf(dice: Dice, { examiner, treasurer }: Helpers, person: Person, who: number, now: number): Deed[] {
  const isAda = who === 0;
  const batchIndex = isAda ? 2 : dice.pickWeighted(CHOICES).index;
  const batch = BATCHES[batchIndex] as BatchPlan;
  const opened = now - Math.min(batch.opened, MONTHS_OF_HISTORY * 30.4) * DAY + 2 * HOUR;
  const closes = batch.closed === null ? now - 2 * HOUR : now - batch.closed * DAY;
  const submitted = isAda ? now - 9 * DAY : opened + dice.next() ** 0.8 * (closes - opened);
  const end = Math.min(now - HOUR, closes + 45 * DAY);
  const target = isAda ? 'INTERVIEW PENDING' : targetOf(dice, batch, who, end - submitted);
  const deeds: Deed[] = [
    {
      kind: 'submit',
      at: submitted,
      who,
      batch: batchIndex,
      values: formValues(dice, batch, person),
      tracking: trackingOf(dice),
    },
  ];
  const hasAccount = isAda || dice.happens(0.72);
  if (hasAccount) {
    deeds.push({ kind: 'signUp', at: submitted + dice.between(1, 9) * 60_000, who });
    const visits = Math.round(dice.between(1, 4));
    for (let visit = 0; visit < visits; visit += 1) {
      deeds.push({ kind: 'view', at: Math.min(submitted + dice.between(0.2, 20) * DAY, end), who });
    }
  }
  if (hasAccount && (isAda || ROAD.indexOf(target) > 2 || dice.happens(0.4))) {
    deeds.push({
      kind: 'saveStep',
      at: Math.min(submitted + dice.between(0.5, 30) * HOUR, end),
      who,
      values: stepValues(dice, batch),
    });
  }
  const road = pipeline(dice, { who, batch: batchIndex, target, start: submitted + 31 * HOUR, end, now });
  if (hasAccount && !isAda) deeds.push(...assessmentDeeds(examiner, batch, deeds, road, end));
  deeds.push(...paymentDeeds(treasurer, road, { who, hasAccount, now }));
  const locked = isLocked(target) ? (road.at(-1)?.at ?? now) : now;
  return [...deeds.filter(({ at }) => at < locked), ...road].filter(({ at }) => at <= now);
}

const CHOICES = BATCHES.map(({ share }, index) => ({ index, weight: share })).filter(({ weight }) => weight > 0);

/** The first applications cover every status, the others a realistic mix. */
function targetOf(dice: Dice, batch: BatchPlan, who: number, time: number): ApplicationStatus {
  if (time < 2 * DAY) return 'NEW';
  const listed = batch.status === 'Open' ? APPLICATION_STATUSES[who % 19] : undefined;
  if (listed && who < 120 && time > 10 * DAY) return listed;
  return dice.pickWeighted<{ status: ApplicationStatus; weight: number }>(
    batch.status === 'Open' ? IN_A_RUNNING_BATCH : IN_A_FINISHED_BATCH,
  ).status;
}

function pipeline(
  dice: Dice,
  road: { who: number; batch: number; target: ApplicationStatus; start: number; end: number; now: number },
): Deed[] {
  const { who, batch, target, start, end, now } = road;
  const last = ENDS[target] ?? ROAD.indexOf(target);
  const stations = ROAD.slice(1, last + 1);
  const count = stations.length + (target in ENDS ? 1 : 0);
  if (count === 0 || end <= start) return [];
  const pace = Math.min((end - start) / (count + 1), dice.between(1.5, 6) * DAY);
  const staff = dice.pick([0, 1, 1, 2, 2]);
  const at = (station: number) => start + (station + dice.between(0.1, 0.9)) * pace;
  const deeds: Deed[] = [{ kind: 'assign', at: start, who, staff }];
  stations.forEach((status, station) => {
    const isUpcoming = status === target && status === 'INTERVIEW SCHEDULED';
    deeds.push(
      status === 'INTERVIEW SCHEDULED'
        ? {
            kind: 'bookInterview',
            at: at(station),
            who,
            startsAt: isUpcoming ? quarterHour(end + dice.between(0.3, 9) * DAY) : quarterHour(at(station) + pace),
          }
        : { kind: 'setStatus', at: at(station), who, staff, status },
    );
    if (dice.happens(0.3))
      deeds.push({ kind: 'comment', at: at(station) + 60_000, who, staff, message: dice.pick(COMMENTS) });
  });
  const leaves = at(stations.length);
  if (target === 'TRANSFERRED') deeds.push(...transferDeeds(dice, { who, staff, batch, leaves, end, now }));
  else if (target in ENDS) deeds.push({ kind: 'setStatus', at: leaves, who, staff, status: target });
  return deeds;
}

function assessmentDeeds(
  dice: Dice,
  { process }: BatchPlan,
  steps: readonly Deed[],
  road: readonly Deed[],
  end: number,
): Deed[] {
  const who = steps[0]?.who ?? 0;
  const since = (status: ApplicationStatus) =>
    road.findIndex((deed) => deed.kind === 'setStatus' && deed.status === status);
  /** A minute after a status, unless the next one follows sooner. */
  const soonAfter = (status: ApplicationStatus): number | undefined => {
    const place = since(status);
    const at = (road[place]?.at ?? end) + MINUTE;
    return place === -1 || at >= (road[place + 1]?.at ?? end) ? undefined : at;
  };
  if (process === 'java') {
    const at = soonAfter('INTERVIEW COMPLETED');
    return at !== undefined && dice.happens(0.7) ? [{ kind: 'getResult', at, who }] : [];
  }
  const deeds: Deed[] = [];
  const saved = steps.find(({ kind }) => kind === 'saveStep')?.at;
  if (saved !== undefined && dice.happens(0.5)) {
    const answers = ASSESSMENTS_OF_DEMO.quiz.questions.map(({ options }) =>
      dice.happens(0.7) ? options.findIndex((option) => 'isCorrect' in option) : 0,
    );
    const at = Math.min(saved + dice.between(0.1, 2) * DAY, end);
    deeds.push({ kind: 'takeQuiz', at, who, minutes: dice.between(4, 19), answers });
  }
  const at = soonAfter('DRILLS PENDING');
  if (at !== undefined && dice.happens(0.7)) deeds.push({ kind: 'startProject', at, who });
  return deeds;
}

function paymentDeeds(
  dice: Dice,
  road: readonly Deed[],
  { who, hasAccount, now }: { readonly who: number; readonly hasAccount: boolean; readonly now: number },
): Deed[] {
  const sent = road.findIndex((deed) => deed.kind === 'setStatus' && deed.status === 'CONTRACT SENT');
  const [offer, signed] = [
    road[sent],
    road.find((deed) => deed.kind === 'setStatus' && deed.status === 'CONTRACT RECEIVED'),
  ];
  const at = (offer?.at ?? now) + 2 * MINUTE;
  if (!offer || at >= (road.at(sent + 1)?.at ?? now) || !dice.happens(0.85)) return [];
  const plan = dice.pick(['atOnce', 'monthly', 'monthly'] as const);
  const deeds: Deed[] = [{ kind: 'choosePlan', at, who, plan, staff: hasAccount ? null : 1 }];
  if (!signed) return deeds;
  const invoices = plan === 'atOnce' ? 1 : 1 + PLANS_OF_DEMO.monthly.numberOfMonths;
  for (let n = 1; n <= invoices; n += 1) {
    const paidAt = signed.at + dice.between(1, 5) * HOUR + (n - 1) * 30.4 * DAY;
    if (paidAt > now || dice.happens(0.08)) break;
    const note = dice.pick(['Bank transfer', 'GCash', 'Card', 'Over the counter']);
    deeds.push({ kind: 'payInvoice', at: paidAt, who, n, note, staff: 1 });
  }
  return deeds;
}

/** To another open batch; without one the person withdraws. */
function transferDeeds(
  dice: Dice,
  move: { who: number; staff: number; batch: number; leaves: number; end: number; now: number },
): Deed[] {
  const { who, staff, batch, leaves, end, now } = move;
  const at = Math.max(leaves, end - 2 * DAY);
  const open = BATCHES.flatMap(({ opened, closed, status }, index) => {
    const isOpen = status !== 'Draft' && at > now - (opened - 1) * DAY && (closed === null || at < now - closed * DAY);
    return isOpen && index !== batch ? [index] : [];
  });
  if (open.length === 0) return [{ kind: 'setStatus', at, who, staff, status: 'WITHDRAWN' }];
  return [{ kind: 'transfer', at, who, staff, toBatch: dice.pick(open) }];
}

const quarterHour = (time: number): number => Math.ceil(time / 900_000) * 900_000;

function formValues(dice: Dice, batch: BatchPlan, person: Person): Record<string, string> {
  const common = { ...person };
  if (batch.process === 'java') {
    return {
      ...common,
      degree: dice.pick(['High school', 'Vocational', 'Bachelor', 'Bachelor', 'Master or above']),
      currentJob: dice.pick(JOBS),
      ...(dice.happens(0.6) ? { goal: dice.pick(MOTIVATIONS) } : {}),
    };
  }
  return {
    ...common,
    experience: dice.pick(['Never', 'A few tutorials', 'A few tutorials', 'A year or less', 'More than a year']),
    motivation: dice.pick(MOTIVATIONS),
  };
}

function stepValues(dice: Dice, batch: BatchPlan): Record<string, string> {
  if (batch.process === 'java') {
    return {
      languages: dice.pick(['None yet', 'Python', 'JavaScript and a little SQL', 'C at university', 'VBA']),
      englishLevel: dice.pick(['Slowly', 'Well', 'Well', 'Like my own language']),
    };
  }
  return {
    city: dice.pick(CITIES),
    weeklyHours: dice.pick(['Less than 20', '20 to 30', '30 to 40', 'More than 40']),
    laptop: dice.pick(['ThinkPad T480', 'MacBook Air', 'Acer Aspire 5', 'I would need to borrow one']),
  };
}

function trackingOf(dice: Dice): Record<string, string> {
  const { weight: _, ...tracking } = dice.pickWeighted<{ weight: number; source: string }>(SOURCES);
  return tracking;
}
