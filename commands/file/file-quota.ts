import type { FieldValue } from '../../domain/application/events.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { file } from '../../domain/file/file.ts';
import { fileIdsIn } from '../../domain/file/references.ts';
import { fileBytes, inBytes, QUOTAS } from '../../domain/limits/quotas.ts';
import { solution } from '../../domain/solution/solution.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

type Values = Readonly<Record<string, FieldValue | null>>;

/** Null if the application does not grow. */
export async function refusalOfFiles(
  environment: Environment,
  {
    applicationId,
    holds,
    changes = {},
    addedBytes = 0,
  }: {
    readonly applicationId: string | null;
    readonly holds: Values;
    readonly changes?: Values;
    readonly addedBytes?: number;
  },
): Promise<Result<never> | null> {
  const given = fileIdsIn(changes);
  const isAdding = addedBytes > 0 || (given.size > 0 && !given.isSubsetOf(fileIdsIn(holds)));
  if (!isAdding) return null;
  const solutions = applicationId === null ? [] : (await load(environment, solution, applicationId)).state.solutions;
  const submissions = solutions.map(({ submission }) => submission);
  const before = fileIdsIn([holds, submissions]);
  const after = fileIdsIn([{ ...holds, ...changes }, submissions]);
  const sizes = new Map(await Promise.all([...before.union(after)].map((id) => sizeOf(environment, id))));
  const sum = (ids: ReadonlySet<string>) => [...ids].reduce((bytes, id) => bytes + (sizes.get(id) ?? 0), 0);
  const wanted = sum(after) + (addedBytes > 0 ? fileBytes(addedBytes) : 0);
  const limit = QUOTAS.application.filesBytes;
  return wanted > limit && wanted > sum(before)
    ? reject('refused', TEXTS.quotas.filesOfApplication(inBytes(limit)))
    : null;
}

async function sizeOf(environment: Environment, id: string): Promise<readonly [string, number]> {
  const { state } = await load(environment, file, id);
  return [id, state.kind === 'stored' ? fileBytes(state.size) : 0];
}
