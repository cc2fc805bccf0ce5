import { createHash } from 'node:crypto';
import { SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { type SolutionCommand, solution } from '../../domain/solution/solution.ts';
import { applicationOfSolution, findSolution } from '../../domain/solution/state.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { loadQuestions, loadSolutions } from './applicant.ts';

/**
 * Submits the saved answers after limit and grace period. The command id derives from the solution's, so repetitions
 * have no effect.
 */
export async function endQuiz(environment: Environment, solutionId: string): Promise<Result<null>> {
  const applicationId = applicationOfSolution(solutionId);
  const found = findSolution(await loadSolutions(environment, applicationId), solutionId);
  const { state } = await load(environment, application, applicationId);
  if (!found || state.kind !== 'application' || state.isErased) return accept(null);
  const questions = await loadQuestions(environment, found);
  const command: SolutionCommand = { type: 'EndQuiz', data: { solutionId, questions } };
  const context = contextOf(environment, solutionId, state.organizationId);
  const ended = await handle(environment, solution, applicationId, [command], context);
  return ended.ok ? accept(null) : ended;
}

function contextOf({ now }: Environment, solutionId: string, organizationId: string): CommandContext {
  const commandId = uuidV5('end of quiz', solutionId);
  return {
    at: new Date(now()).toISOString(),
    actor: SYSTEM,
    organizationId,
    commandId,
    commandHash: createHash('sha256').update(solutionId).digest('hex'),
    correlationId: commandId,
    causationId: null,
  };
}
