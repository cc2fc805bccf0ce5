import { application } from '../../domain/application/application.ts';
import { allows, type LifecycleCommand, readOnlyReason } from '../../domain/application/lifecycle.ts';
import type { Application } from '../../domain/application/state.ts';
import { type AssessmentState, assessment } from '../../domain/assessment/assessment.ts';
import { offeredAssessments } from '../../domain/assessment/offered.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { solution, type Terms } from '../../domain/solution/solution.ts';
import { outcomesOf, type Solutions } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { factsOf } from '../../domain/visibility/application-document.ts';
import { loadProgram, type Program } from '../batch/program.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

export interface Applicant {
  readonly applicationId: string;
  readonly application: Application;
  readonly program: Program;
}

export async function loadApplicant(environment: Environment, applicationId: string): Promise<Applicant | undefined> {
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return undefined;
  const program = await loadProgram(environment, state.batchId);
  return program && { applicationId, application: state, program };
}

/** In a locked status, a Complete batch or after an erasure an applicant can do nothing. */
export function refusalOf(
  { application: { status, isErased }, program }: Applicant,
  command: LifecycleCommand,
): Result<never> | null {
  if (isErased) return reject('refused', TEXTS.applications.erased);
  const applicant = { isAdmin: false, isStaff: false, isApplicant: true };
  const reason = readOnlyReason({ status, batchStatus: program.batch.status }, applicant);
  // The policy table forbids it in a Complete batch; a command may know of it earlier than the route.
  if (reason === 'started') return reject('forbidden', TEXTS.applications.locked);
  const isLocked = reason !== null || !allows(command, status, 'applicant');
  return isLocked ? reject('refused', TEXTS.applications.locked) : null;
}

/** Submitted solutions may open steps. */
export function isOffered({ application: state, program }: Applicant, solutions: Solutions, id: string): boolean {
  const facts = factsOf({ ...state, outcomes: outcomesOf(solutions) });
  return offeredAssessments(program.batch.details, program.config, facts).has(id);
}

export interface Assessed {
  readonly state: AssessmentState;
  readonly terms: Terms;
}

export async function loadAssessment(
  environment: Environment,
  { application: { organizationId } }: Applicant,
  assessmentId: string,
): Promise<Assessed | undefined> {
  const { state, revision } = await load(environment, assessment, assessmentId);
  if (state.kind !== 'document' || state.organizationId !== organizationId) return undefined;
  const { type, questions, timeLimitMinutes } = state.details;
  const questionCount = type === 'quiz' ? questions.length : 0;
  const limit = type === 'external' ? null : timeLimitMinutes;
  const terms = { assessmentId, assessmentVersion: revision, organizationId, type, questionCount };
  return { state, terms: { ...terms, timeLimitMinutes: limit } };
}

export async function loadQuestions(
  environment: Pick<Environment, 'log'>,
  { assessmentId, assessmentVersion }: Pick<Terms, 'assessmentId' | 'assessmentVersion'>,
) {
  return (await load(environment, assessment, assessmentId, assessmentVersion)).state.details.questions;
}

export const loadSolutions = async (environment: Pick<Environment, 'log'>, applicationId: string): Promise<Solutions> =>
  (await load(environment, solution, applicationId)).state;
