import type { Person } from '../../commands/privacy/person.ts';
import { application } from '../../domain/application/application.ts';
import { audienceOn, isUnrestrictedFor } from '../../domain/event-sourcing/audience.ts';
import { definitionOf } from '../../domain/events.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { ERASED } from '../../domain/values/personal-data.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { Services } from '../composition/services.ts';
import type { PersonalData } from '../contract/privacy.ts';
import type { RequestContext } from '../http/request-context.ts';
import { wholeActivity } from './activity-view.ts';
import { applicationView } from './application-view.ts';
import { paymentAccountView } from './payment-account-view.ts';
import { solutionView } from './solution-view.ts';

export async function personalDataView(
  account: UserDocument,
  person: Person,
  { at }: Pick<RequestContext, 'at'>,
  services: Services,
): Promise<PersonalData> {
  const { privacy, readModels } = services;
  const { _id, email, name = null, emailVerified, isCreator, createdAt, orgRoles } = account;
  const organizations = await readModels.organizations.getMany(orgRoles.map(({ orgId }) => orgId));
  const digest = await readModels.digests.get(_id);
  const documents = await readModels.applications.getMany(person.applicationIds);
  const held: Record<string, readonly unknown[]> = {};
  for (const [name, place] of Object.entries(privacy.environment.places)) {
    const found = await place.find(person);
    if (found.held.length > 0) held[name] = found.held;
  }
  return {
    exportedAt: at,
    account: {
      _id,
      email: email ?? ERASED,
      name,
      emailVerified,
      isCreator,
      createdAt,
      dailyDigestTimeZone: digest?.timeZone ?? null,
      organizations: organizations.map((organization) => ({
        _id: organization._id,
        name: organization.name,
        role: orgRoles.find(({ orgId }) => orgId === organization._id)?.role ?? '',
      })),
    },
    applications: await Promise.all(documents.map((document) => applicationOf(document, _id, at, services))),
    held: held as PersonalData['held'],
    notShown: TEXTS.privacy.notInExport,
  };
}

function isForApplicant(type: string): boolean {
  const audience = audienceOn(application.category, definitionOf(type)?.audience ?? null);
  return audience !== null && isUnrestrictedFor('own', audience);
}

/** As an applicant sees it, even if the person is staff too. */
async function applicationOf(document: ApplicationDocument, userId: string, at: string, services: Services) {
  const { readModels, log } = services;
  const applicant = { kind: 'user', id: userId, roles: [], isCreator: false } as const;
  const own = { ...document, userId };
  const [shown, organization, batch, activity, account, taken, events] = await Promise.all([
    applicationView(own, applicant, services),
    readModels.organizations.get(document.organizationId),
    readModels.batches.get(document.batchId),
    wholeActivity(log, document._id),
    readModels.paymentAccounts.get(document._id),
    readModels.solutions.get(document._id),
    log.readStream(`${application.category}-${document._id}`),
  ]);
  return {
    ...JSON.parse(shown.text),
    organizationName: organization?.name ?? '',
    batchName: batch?.name ?? '',
    activity: [...activity],
    paymentAccount: account ? await paymentAccountView(account, applicant, at, readModels) : null,
    solutions: (taken?.solutions ?? []).map((one) =>
      solutionView(one, taken?.version ?? 0, applicant, { organizationId: document.organizationId, isOwn: true }),
    ),
    history: events.flatMap(({ type, at }) => (isForApplicant(type) ? [{ type, at }] : [])),
  };
}
