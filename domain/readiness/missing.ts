import type { BatchDetails } from '../batch/events.ts';
import type { BatchStatus } from '../batch/status.ts';
import type { OrganizationDetails } from '../organization/events.ts';
import type { ProcessConfig } from '../process/config.ts';

/** Where a person can supply what is missing. */
export interface MissingPlace {
  readonly kind: 'organization' | 'batches' | 'processes' | 'assessments' | 'paymentModels';
  /** `new` for the form that makes the first one. Without an id, the list of the kind. */
  readonly id?: string;
  readonly field?: string;
}

const NEW = 'new';

export interface Missing {
  readonly text: string;
  /** False: applicants can do without, but most schools want it. */
  readonly isNeeded: boolean;
  readonly place: MissingPlace;
}

export interface SchoolToCheck {
  readonly organization: Pick<
    OrganizationDetails,
    'description' | 'logoFile' | 'contactText' | 'timeZone' | 'fullDomain' | 'sendGridEmailAddress'
  > & {
    readonly fullDomainState: 'pending' | 'proven' | null;
    /** ISO-8601 UTC; the domain stops working at this time. */
    readonly fullDomainKeptUntil: string | null;
    /** Undefined for people who may not see it. */
    readonly calendlyAccessToken: string | null | undefined;
  };
  readonly batches: readonly { readonly status: BatchStatus }[];
  readonly processes: readonly ProcessConfig[];
}

export interface BatchToCheck {
  readonly batch: Pick<BatchDetails, 'description' | 'capacity' | 'processId' | 'assessmentIds' | 'slug'> & {
    readonly _id: string;
  };
  /** Undefined if the batch has none, or if it no longer exists. */
  readonly process: ProcessConfig | undefined;
  readonly assessments: readonly AssessmentToCheck[];
  /** Those that still exist; undefined for people who may not see them. */
  readonly paymentModelIds: readonly string[] | undefined;
}

export interface AssessmentToCheck {
  readonly _id: string;
  readonly name: string;
  readonly type: 'quiz' | 'project' | 'external';
  readonly questions: readonly unknown[];
  readonly externalAssessmentUrl: string | null;
}

/** What an organization still needs before its first application; what applicants need comes first. */
export function missingFromOrganization({ organization, batches, processes }: SchoolToCheck): readonly Missing[] {
  const found: Missing[] = [];
  const field = (name: string): MissingPlace => ({ kind: 'organization', field: name });
  const note = (isNeeded: boolean, place: MissingPlace, text: string) => found.push({ isNeeded, place, text });

  if (batches.length === 0) note(true, { kind: 'batches', id: NEW }, 'There is no program to apply to.');
  else if (batches.every(({ status }) => status !== 'Open')) {
    note(true, { kind: 'batches' }, 'No program is open, so no one can apply.');
  }
  if (organization.fullDomain !== null && organization.fullDomainState === 'pending') {
    note(true, field('fullDomain'), `${organization.fullDomain} does not work until its DNS record is found.`);
  }
  if (organization.fullDomainKeptUntil !== null) {
    note(
      true,
      field('fullDomain'),
      `The DNS record of ${organization.fullDomain} is gone. The domain stops working soon.`,
    );
  }
  if (processes.some(usesCalendly) && organization.calendlyAccessToken === null) {
    note(true, field('calendlyAccessToken'), 'Applicants book interviews on Calendly, but there is no access token.');
  }
  if (organization.contactText === null) note(true, field('contactText'), 'Applicants cannot see how to contact you.');
  if (processes.length === 0) {
    note(
      false,
      { kind: 'processes', id: NEW },
      'There is no process: applicants fill in the standard form and have no steps.',
    );
  }
  if (organization.description === null)
    note(false, field('description'), 'The page of your programs has no description.');
  if (organization.logoFile === null) note(false, field('logoFile'), 'There is no logo.');
  if (organization.timeZone === 'UTC') {
    note(false, field('timeZone'), 'The time zone is UTC. Payments fall due in this time zone.');
  }
  if (organization.sendGridEmailAddress === null) {
    note(false, field('sendGridEmailAddress'), 'There is no sender address, so replies to emails do not reach you.');
  }
  return neededFirst(found);
}

/** What a batch still needs before it opens; what applicants need comes first. */
export function missingFromBatch({ batch, process, assessments, paymentModelIds }: BatchToCheck): readonly Missing[] {
  const found: Missing[] = [];
  const field = (name: string): MissingPlace => ({ kind: 'batches', id: batch._id, field: name });
  const note = (isNeeded: boolean, place: MissingPlace, text: string) => {
    if (!found.some((one) => one.text === text)) found.push({ isNeeded, place, text });
  };

  if (batch.processId === null) {
    note(true, field('processId'), 'No process is chosen: applicants fill in the standard form and have no steps.');
  } else if (!process) {
    note(true, field('processId'), 'The chosen process no longer exists.');
  }
  if (batch.capacity === 0) note(true, field('capacity'), 'The capacity is 0.');

  const steps = process?.applicationDetailsSteps ?? [];
  const inProcess: MissingPlace = { kind: 'processes', ...(batch.processId === null ? {} : { id: batch.processId }) };
  const offered = new Set([...batch.assessmentIds, ...steps.flatMap(({ assessmentIds = [] }) => assessmentIds)]);
  for (const id of offered) {
    const assessment = assessments.find(({ _id }) => _id === id);
    const place: MissingPlace = { kind: 'assessments', id };
    if (!assessment) {
      note(
        true,
        batch.assessmentIds.includes(id) ? field('assessmentIds') : inProcess,
        'An assessment no longer exists.',
      );
    } else if (assessment.type === 'quiz' && assessment.questions.length === 0) {
      note(true, { ...place, field: 'questions' }, `The quiz “${assessment.name}” has no questions.`);
    } else if (assessment.type === 'external' && !assessment.externalAssessmentUrl) {
      note(
        true,
        { ...place, field: 'externalAssessmentUrl' },
        `“${assessment.name}” has no address to send applicants to.`,
      );
    }
  }
  for (const { title, availablePaymentModels: models } of steps) {
    if (models === undefined || paymentModelIds === undefined) continue;
    if (!models.some((id) => paymentModelIds.includes(id))) {
      note(true, inProcess, `The step “${title}” offers no payment plan.`);
    }
  }
  if (process && steps.length === 0) note(false, inProcess, 'The process has no steps after the application form.');
  if (batch.description === null) note(false, field('description'), 'There is no description.');
  if (batch.slug === null) note(false, field('slug'), 'There is no slug, so its address is hard to remember.');
  return neededFirst(found);
}

const neededFirst = (found: readonly Missing[]): readonly Missing[] =>
  found.toSorted((one, other) => Number(other.isNeeded) - Number(one.isNeeded));

const usesCalendly = ({ applicationDetailsSteps }: ProcessConfig): boolean =>
  applicationDetailsSteps.some(({ content = [] }) =>
    content.some(({ integrations = [] }) => integrations.some(({ type }) => type === 'Calendly')),
  );
