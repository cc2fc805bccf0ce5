import type { EraseApplications } from '../../commands/bulk/remove-row.ts';
import type { CommandContext } from '../../commands/context/context.ts';
import { erasePerson, type PersonErased, type PrivacyEnvironment } from '../../commands/privacy/erase-person.ts';
import { findByAccount, findByEmail, findInOrganization } from '../../commands/privacy/find-person.ts';
import { NOBODY, type Person } from '../../commands/privacy/person.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import type { Stores } from '../storage/stores.ts';
import { isComplete } from './is-complete.ts';

/** The read models identify the person, so the call waits for them. */
const MAX_WAIT_MS = 5000;
const ASKED = ['applications', 'users', 'files', 'fileReferences'];

export interface Privacy {
  readonly environment: PrivacyEnvironment;
  /** Refuses while the read models are behind or incomplete, because an erasure would miss data. */
  findByEmail(email: string): Promise<Result<Person>>;
  findByAccount(account: { readonly userId: string; readonly provenEmail: string | null }): Promise<Result<Person>>;
  findInOrganization(input: { readonly email: string; readonly organizationId: string }): Promise<Result<Person>>;
  /** Resolves when read models and write-ahead logs hold nothing of the person. */
  erase(person: Person, context: CommandContext): Promise<Result<PersonErased>>;
  eraseApplications: EraseApplications;
}

export function createPrivacy({
  environment,
  engine,
  dynamic,
  stores,
}: {
  environment: PrivacyEnvironment;
  engine: Engine;
  dynamic: Pick<Engine, 'waitFor'>;
  stores: Pick<Stores, 'truncateLogs'>;
}): Privacy {
  const whenCaughtUp = async (find: () => Promise<Person>): Promise<Result<Person>> => {
    const outcome = await engine.waitFor(await environment.log.head(), { timeoutMs: MAX_WAIT_MS, collections: ASKED });
    if (!(await isComplete(engine, ASKED))) return reject('conflict', TEXTS.privacy.quarantined);
    if (outcome === 'stale') return reject('conflict', TEXTS.privacy.notCaughtUp);
    return { ok: true, value: await find() };
  };
  const erase: Privacy['erase'] = async (person, context) => {
    const erased = await erasePerson(environment, person, context);
    if (!erased.ok) return erased;
    const { position } = erased.value;
    await Promise.all([engine, dynamic].map((one) => one.waitFor(position, { timeoutMs: MAX_WAIT_MS })));
    await stores.truncateLogs();
    return erased;
  };
  return {
    environment,
    findByEmail: (email) => whenCaughtUp(() => findByEmail(environment, email)),
    findByAccount: (account) => whenCaughtUp(() => findByAccount(environment, account)),
    findInOrganization: (input) => whenCaughtUp(() => findInOrganization(environment, input)),
    erase,
    eraseApplications: (applicationIds, organizationId, context) =>
      erase({ ...NOBODY, applicationIds, organizationId }, context),
  };
}
