import { accept, type Result, reject } from '../../domain/decision.ts';
import { TEXTS } from '../../domain/texts.ts';

/** A batch offers assessments of its own organization. There are none yet, so only what it offers already can stay. */
export function checkAssessments(
  wanted: readonly string[] | null | undefined,
  offered: readonly string[] = [],
): Result<null> {
  if ((wanted ?? []).every((id) => offered.includes(id))) return accept(null);
  const message = TEXTS.batches.assessmentMissing;
  return reject('refused', message, [{ field: 'assessmentIds', message }]);
}
