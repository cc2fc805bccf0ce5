import type { FieldValue } from '../../domain/application/events.ts';
import { type Result, reject } from '../../domain/decision.ts';
import { file } from '../../domain/file/file.ts';
import { fileIdsIn } from '../../domain/file/references.ts';
import { fileBytes, inBytes, QUOTAS } from '../../domain/quotas.ts';
import { solution } from '../../domain/solution/solution.ts';
import { TEXTS } from '../../domain/texts.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';

type Values = Readonly<Record<string, FieldValue | null>>;

/** The refusal where an application would refer to more bytes of files than it may; null where nothing is added. */
export async function refusalOfFiles(
  environment: Environment,
  {
    applicationId,
    holds,
    changes = {},
    addedBytes = 0,
  }: {
    readonly applicationId: string;
    readonly holds: Values;
    readonly changes?: Values;
    /** Of a submission that is about to be stored. */
    readonly addedBytes?: number;
  },
): Promise<Result<never> | null> {
  const held = fileIdsIn(holds);
  const isAdding = addedBytes > 0 || [...fileIdsIn(changes)].some((id) => !held.has(id));
  if (!isAdding) return null;
  const { solutions } = (await load(environment, solution, applicationId)).state;
  const submissions = solutions.map(({ submission }) => submission);
  const ids = [...fileIdsIn([{ ...holds, ...changes }, submissions])];
  const files = await Promise.all(ids.map((id) => load(environment, file, id)));
  const sum = files.reduce(
    (bytes, { state }) => bytes + (state.kind === 'stored' ? fileBytes(state.size) : 0),
    addedBytes > 0 ? fileBytes(addedBytes) : 0,
  );
  const limit = QUOTAS.application.filesBytes;
  return sum > limit ? reject('refused', TEXTS.quotas.filesOfApplication(inBytes(limit))) : null;
}
