import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';

/** The organization knows members by id only. */
export function namingOwner<Value>(result: Result<Value>, email: string | null): Result<Value> {
  if (result.ok || email === null || result.rejection.message !== TEXTS.members.ownerIsFixed) return result;
  return reject(result.rejection.code, TEXTS.members.ownerIsFixedFor(email));
}
