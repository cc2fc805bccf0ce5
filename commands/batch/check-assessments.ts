import { assessment } from '../../domain/assessment/assessment.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

/** Of the batch's organization; those that it already offers can stay. */
export async function checkAssessments(
  environment: Pick<Environment, 'log'>,
  organizationId: string,
  wanted: readonly string[] | null | undefined,
  offered: readonly string[] = [],
): Promise<Result<null>> {
  const added = new Set(wanted).difference(new Set(offered));
  // The batch's own rule refuses that many.
  if (added.size > LIMITS.ids) return accept(null);
  const isThere = async (id: string) => {
    const { state } = await load(environment, assessment, id);
    return state.kind === 'document' && state.organizationId === organizationId;
  };
  const found = await Promise.all([...added].map(isThere));
  if (found.every(Boolean)) return accept(null);
  const message = TEXTS.batches.assessmentMissing;
  return reject('refused', message, [{ field: 'assessmentIds', message }]);
}
