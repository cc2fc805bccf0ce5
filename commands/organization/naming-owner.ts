import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';

/** The refusal that an Owner's role stands, naming whose: the organization itself knows members by their ids only. */
export function namingOwner<Value>(result: Result<Value>, email: string | null): Result<Value> {
  if (result.ok || email === null || result.rejection.message !== TEXTS.members.ownerIsFixed) return result;
  return reject(result.rejection.code, TEXTS.members.ownerIsFixedFor(email));
}
