import { application } from '../../domain/application/application.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { findAccount } from '../user/find-account.ts';
import type { Person } from './person.ts';

/** The account, its applications, and others with the email. Reads read models: the caller waits for them first. */
export async function findByEmail(environment: Environment, email: string): Promise<Person> {
  const { userId, state } = await findAccount(environment, email);
  return {
    email: normalizeEmail(email),
    accountId: state.exists ? userId : null,
    applicationIds: await applicationsOf(environment, { email, userId: state.exists ? userId : null }),
    keptAccountId: null,
    batchIds: [],
    organizationId: null,
    isWhole: true,
  };
}

/** Data with only the same email belongs to the person once the email is proven. */
export async function findByAccount(
  environment: Environment,
  { userId, provenEmail }: { readonly userId: string; readonly provenEmail: string | null },
): Promise<Person> {
  return {
    email: provenEmail === null ? null : normalizeEmail(provenEmail),
    accountId: userId,
    applicationIds: await applicationsOf(environment, { email: provenEmail, userId }),
    keptAccountId: null,
    batchIds: [],
    organizationId: null,
    isWhole: true,
  };
}

export async function findInOrganization(
  environment: Environment,
  { email, organizationId }: { readonly email: string; readonly organizationId: string },
): Promise<Person> {
  const { userId, state } = await findAccount(environment, email);
  const isProven = state.exists && state.isEmailVerified;
  const all = await applicationsOf(environment, { email, userId: isProven ? userId : null });
  const here: { readonly id: string; readonly batchId: string }[] = [];
  for (const id of all) {
    const { state: found } = await load(environment, application, id);
    if (found.kind !== 'application' || found.organizationId !== organizationId) continue;
    here.push({ id, batchId: found.batchId });
  }
  return {
    email: normalizeEmail(email),
    accountId: null,
    applicationIds: here.map(({ id }) => id),
    keptAccountId: isProven ? userId : null,
    batchIds: here.map(({ batchId }) => batchId),
    organizationId,
    isWhole: !state.exists && here.length === all.length,
  };
}

async function applicationsOf(
  { queries }: Environment,
  { email, userId }: { readonly email: string | null; readonly userId: string | null },
): Promise<readonly string[]> {
  const found = await Promise.all([
    email === null ? [] : queries.applicationsWithEmail(normalizeEmail(email)),
    userId === null ? [] : queries.applicationsOfUser(userId),
  ]);
  return [...new Set(found.flat().map(({ _id }) => _id))];
}
