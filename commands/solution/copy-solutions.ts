import { accept, type Result } from '../../domain/decision.ts';
import type { SolutionEvent } from '../../domain/solution/events.ts';
import { type SolutionCommand, solution } from '../../domain/solution/solution.ts';
import { type Solutions, submittedSolutions } from '../../domain/solution/state.ts';
import type { CommandContext } from '../context.ts';
import type { Environment } from '../environment.ts';
import { type Handled, handle } from '../handle.ts';
import { uuidV5 } from '../identity.ts';
import { isOffered, loadCandidate, loadSolutions } from './candidate.ts';

/**
 * What a transfer carries over: current submitted solutions of assessments that the target offers, in the order in which
 * they were submitted (D19). Done again it changes nothing; undefined where nothing has been handed in.
 */
export async function copySolutions(
  environment: Environment,
  { fromId, toId }: { readonly fromId: string; readonly toId: string },
  context: CommandContext,
): Promise<Result<Handled<Solutions, SolutionEvent>> | undefined> {
  const solutions = await loadSolutions(environment, fromId);
  const handedIn = submittedSolutions(solutions);
  const copy = handedIn.length > 0 ? await loadCandidate(environment, toId) : undefined;
  if (!copy || copy.application.isErased) return undefined;
  // The copy's steps open by what was handed in before.
  const originals = handedIn.filter(({ assessmentId }) => isOffered(copy, solutions, assessmentId));
  return handle(
    environment,
    solution,
    toId,
    () =>
      accept(
        originals.map(
          (original): SolutionCommand => ({ type: 'CopySolution', data: { applicationId: toId, original } }),
        ),
      ),
    { ...context, commandId: uuidV5(context.commandId, 'copy solutions') },
  );
}
