import type { Actor } from '../../domain/access/actor.ts';
import { can, type Resource } from '../../domain/access/policy.ts';
import { applicationOfSolution, dueAt, type Solution as SolutionState } from '../../domain/solution/state.ts';
import type { Solution } from '../contract/solutions.ts';

/** A submission is visible with the applicant's files. */
export function solutionView(
  { assessmentVersion, copiedFrom, submission, answers, ...shown }: SolutionState,
  version: number,
  actor: Actor,
  about: Resource,
): Solution {
  return {
    ...shown,
    version,
    applicationId: applicationOfSolution(shown._id),
    dueAt: dueAt(shown),
    answers: [...answers],
    ...(can(actor, 'applicantFile.read', about) ? { submission } : {}),
  };
}
