import type { DatabaseOptions, Statement } from '../../commands/event-store/sqlite/writer.ts';
import { type Databases, type Outcome, outcomeOf } from './databases.ts';

export type Request =
  | { readonly kind: 'open'; readonly file: string; readonly options: DatabaseOptions }
  | WriteRequest
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'rewrite'; readonly file: string }
  | { readonly kind: 'truncateLogs' };

interface WriteRequest {
  readonly kind: 'write';
  readonly file: string;
  readonly unit: readonly Statement[];
  readonly mayBeLost: boolean;
}

/** Outcomes of the requests at these indexes. */
export type Answer = (indexes: readonly number[], outcomes: readonly Outcome[]) => void;

const DONE: Outcome = { status: 'done', changes: 0, lastRowid: 0 };

/** Runs requests in order, adjacent writes of a file in one transaction; durable files first, so that commands wait for no read model. */
export function carryOut(databases: Databases, requests: readonly Request[], answer: Answer): void {
  let next = 0;
  while (next < requests.length) {
    const request = requests[next] as Request;
    if (request.kind !== 'write') {
      answer([next], [carryOutOne(databases, request)]);
      next += 1;
      continue;
    }
    const end = endOfWrites(requests, next);
    for (const [file, indexes] of byFile(databases, requests, next, end)) {
      const writes = indexes.map((index) => requests[index] as WriteRequest);
      const outcomes = databases.write(
        file,
        writes.map(({ unit }) => unit),
        { mayBeLost: writes.every(({ mayBeLost }) => mayBeLost) },
      );
      answer(indexes, outcomes);
    }
    next = end;
  }
}

function carryOutOne(databases: Databases, request: Exclude<Request, { kind: 'write' }>): Outcome {
  try {
    switch (request.kind) {
      case 'open':
        return databases.open(request.file, request.options);
      case 'remove':
        databases.remove(request.file);
        return DONE;
      case 'rewrite':
        databases.rewrite(request.file);
        return DONE;
      case 'truncateLogs':
        return { status: 'done', changes: databases.truncateLogs() ? 1 : 0, lastRowid: 0 };
    }
  } catch (error) {
    return outcomeOf(error);
  }
}

function endOfWrites(requests: readonly Request[], from: number): number {
  let end = from;
  while (requests[end]?.kind === 'write') end += 1;
  return end;
}

function byFile(databases: Databases, requests: readonly Request[], from: number, end: number): [string, number[]][] {
  const groups = new Map<string, number[]>();
  for (let index = from; index < end; index += 1) {
    const { file } = requests[index] as WriteRequest;
    const group = groups.get(file);
    if (group) group.push(index);
    else groups.set(file, [index]);
  }
  return [...groups].sort(([a], [b]) => Number(databases.isDurable(b)) - Number(databases.isDurable(a)));
}
