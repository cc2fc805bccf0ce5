import type { ActorNow } from '../../commands/handling/actor-now.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { isFactorRequired } from '../../domain/organization/factor-requirement.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { hasSecondFactor, type SecondFactors } from './has-second-factor.ts';

/** A school that requires a second factor which one of its staff does not have. */
export interface FactorDue {
  readonly orgId: string;
  readonly name: string;
  /** `YYYY-MM-DD` in the school's time zone. */
  readonly from: string;
  /** The day has begun: until there is a factor, the role gives nothing. */
  readonly isDue: boolean;
}

type Person = Pick<UserDocument, '_id' | 'orgRoles'>;

export interface RequiredFactors {
  /** Asked at each call, so a factor that is added or lost counts at the next one. */
  dueOf(person: Person, known?: OrganizationDocument | null): Promise<readonly FactorDue[]>;
  actorNow: ActorNow;
}

export function createRequiredFactors({
  readModels: { organizations, users },
  now,
  ...factors
}: SecondFactors & {
  readonly readModels: Pick<ReadModels, 'organizations' | 'users'>;
  readonly now: () => number;
}): RequiredFactors {
  const dueOf: RequiredFactors['dueOf'] = async ({ _id, orgRoles }, known = null) => {
    if (orgRoles.length === 0) return [];
    const others = orgRoles.map(({ orgId }) => orgId).filter((orgId) => orgId !== known?._id);
    const isOfKnown = known !== null && others.length < orgRoles.length;
    const schools = [
      ...(isOfKnown ? [known] : []),
      ...(others.length === 0 ? [] : await organizations.getMany(others)),
    ];
    const at = now();
    const due = schools.flatMap(({ _id: orgId, name, secondFactorFrom: from = null, timeZone }) =>
      from === null ? [] : [{ orgId, name, from, isDue: isFactorRequired({ secondFactorFrom: from, timeZone }, at) }],
    );
    return due.length === 0 || (await hasSecondFactor(factors, _id)) ? [] : due;
  };
  return {
    dueOf,
    async actorNow(userId) {
      const person = await users.latest(userId);
      return person && !person.isErased ? actorWith(person, await dueOf(person)) : null;
    },
  };
}

/** The person as the policy table sees them. */
export function actorWith({ _id, orgRoles, isCreator }: UserDocument, due: readonly FactorDue[]): Actor {
  const isBarred = ({ orgId }: { readonly orgId: string }) => due.some((one) => one.isDue && one.orgId === orgId);
  const all = orgRoles.map(({ orgId, role }) => ({ orgId, role }));
  const rolesWithoutFactor = all.filter(isBarred);
  return {
    kind: 'user',
    id: _id,
    roles: all.filter((one) => !isBarred(one)),
    ...(rolesWithoutFactor.length > 0 && { rolesWithoutFactor }),
    isCreator,
  };
}
