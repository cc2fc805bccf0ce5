import { application } from '../../domain/application/application.ts';
import { factsOf } from '../../domain/application/document.ts';
import { allows, type LifecycleCommand, readOnlyReason } from '../../domain/application/lifecycle.ts';
import type { Application } from '../../domain/application/state.ts';
import { type AssessmentState, assessment } from '../../domain/assessment/assessment.ts';
import { offeredAssessments } from '../../domain/assessment/offered.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { solution, type Terms } from '../../domain/solution/solution.ts';
import { outcomesOf, type Solutions } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { loadProgram, type Program } from '../application/program.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';

/** Whoever takes the assessments of one application, with all that decides on what they may do. */
export interface Candidate {
  readonly applicationId: string;
  readonly application: Application;
  readonly program: Program;
}

/** Undefined where there is no such application. */
export async function loadCandidate(environment: Environment, applicationId: string): Promise<Candidate | undefined> {
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return undefined;
  const program = await loadProgram(environment, state.batchId);
  return program && { applicationId, application: state, program };
}

/** A locked status, a Complete batch and an erasure leave an applicant nothing to do. */
export function refusalOf(
  { application: { status, isErased }, program }: Candidate,
  command: LifecycleCommand,
): Result<never> | null {
  if (isErased) return reject('refused', TEXTS.applications.erased);
  const applicant = { isAdmin: false, isStaff: false, isApplicant: true };
  const isLocked =
    readOnlyReason({ status, batchStatus: program.batch.status }, applicant) !== null ||
    !allows(command, status, 'applicant');
  return isLocked ? reject('refused', TEXTS.applications.locked) : null;
}

/** What the candidate may take now, by what they have handed in. */
export function isOffered({ application: state, program }: Candidate, solutions: Solutions, id: string): boolean {
  const facts = factsOf({ ...state, outcomes: outcomesOf(solutions) });
  return offeredAssessments(program.batch.details, program.config, facts).has(id);
}

export interface Assessed {
  readonly state: AssessmentState;
  readonly terms: Terms;
}

/** An assessment of the candidate's own organization, with what a solution that begins now is held to. */
export async function loadAssessment(
  environment: Environment,
  { application: { organizationId } }: Candidate,
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

/** The questions that a solution answers: as they were when it began, whatever its authors have changed since. */
export async function loadQuestions(
  environment: Pick<Environment, 'log'>,
  { assessmentId, assessmentVersion }: Pick<Terms, 'assessmentId' | 'assessmentVersion'>,
) {
  return (await load(environment, assessment, assessmentId, assessmentVersion)).state.details.questions;
}

export const loadSolutions = async (environment: Pick<Environment, 'log'>, applicationId: string): Promise<Solutions> =>
  (await load(environment, solution, applicationId)).state;
