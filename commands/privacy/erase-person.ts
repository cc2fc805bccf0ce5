import { SYSTEM } from '../../domain/access/actor.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { recordErasure } from '../erasure/record-erasure.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import { type Person, subjectsOf } from './person.ts';
import type { Place } from './place.ts';

export interface PrivacyEnvironment extends Environment {
  readonly keys: Pick<SubjectKeys, 'erase'>;
  readonly places: Readonly<Record<string, Place>>;
}

export interface PersonErased {
  readonly position: bigint;
  readonly removed: number;
}

/**
 * First replaces every key by its tombstone, then appends the erasure, which blanks the read models, then clears every
 * other place. Repeatable; the daily sweep completes interrupted erasures.
 */
export async function erasePerson(
  environment: PrivacyEnvironment,
  person: Person,
  context: CommandContext,
): Promise<Result<PersonErased>> {
  const left = await leaveOrganizations(environment, person, context);
  if (!left.ok) return left;
  const found = await Promise.all(Object.values(environment.places).map((place) => place.find(person)));
  let position = left.value;
  for (const subject of subjectsOf(person)) {
    await environment.keys.erase(subject, context.at);
    const recorded = await recordErasure(environment, subject, context);
    if (recorded.ok) position = later(position, recorded.value.position);
    else if (recorded.rejection.code !== 'not-found') return recorded;
  }
  let removed = 0;
  for (const { remove } of found) {
    const gone = await remove(context);
    removed += gone.count;
    position = later(position, gone.position ?? 0n);
  }
  return accept({ removed, position });
}

/** An erased person has no roles, but an organization keeps its last Owner. */
async function leaveOrganizations(
  environment: PrivacyEnvironment,
  { accountId: userId }: Person,
  context: CommandContext,
): Promise<Result<bigint>> {
  const roles = userId === null ? [] : await environment.queries.rolesOfUser(userId);
  if (userId === null || roles.length === 0) return accept(0n);
  for (const { orgId } of roles) {
    const { state } = await load(environment, organization, orgId);
    const owners = Object.entries(state.members).filter(([, role]) => role === 'Owner');
    if (owners.length === 1 && owners[0]?.[0] === userId) {
      return reject('refused', TEXTS.privacy.lastOwner(state.details.name));
    }
  }
  let position = 0n;
  for (const { orgId } of roles) {
    const ours = { ...context, actor: SYSTEM, organizationId: orgId };
    const removed = await handle(environment, organization, orgId, [{ type: 'RemoveMember', data: { userId } }], ours);
    if (!removed.ok) return removed;
    position = later(position, removed.value.position);
  }
  return accept(position);
}

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);
