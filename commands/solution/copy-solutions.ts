import type { SolutionEvent } from '../../domain/solution/events.ts';
import { solution } from '../../domain/solution/solution.ts';
import { type Solutions, submittedSolutions } from '../../domain/solution/state.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { isOffered, loadApplicant, loadSolutions } from './applicant.ts';

export type HandledSolutions = Handled<Solutions, SolutionEvent>;

/**
 * Copies missing ones that the target offers, in the order of submission. One append each, because together they can
 * exceed an append's limit.
 */
export async function copySolutions(
  environment: Environment,
  { fromId, toId }: { readonly fromId: string; readonly toId: string },
  context: CommandContext,
): Promise<readonly HandledSolutions[]> {
  const solutions = await loadSolutions(environment, fromId);
  const handedIn = submittedSolutions(solutions);
  const copy = handedIn.length > 0 ? await loadApplicant(environment, toId) : undefined;
  if (!copy || copy.application.isErased) return [];
  // Solutions that were copied before may open steps of the copy.
  const originals = handedIn.filter(({ assessmentId }) => isOffered(copy, solutions, assessmentId));
  const done: HandledSolutions[] = [];
  for (const original of originals) {
    const copied = await handle(
      environment,
      solution,
      toId,
      [{ type: 'CopySolution', data: { applicationId: toId, original } }],
      { ...context, commandId: uuidV5(context.commandId, 'copy', original._id) },
    );
    if (!copied.ok) throw new Error(`The solution ${original._id} cannot be copied: ${copied.rejection.message}`);
    done.push(copied.value);
  }
  return done;
}
