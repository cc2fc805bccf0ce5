import type { SecurityEntry } from '../../commands/security-log/entries.ts';
import { POLICY } from '../../domain/access/policy.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { SecurityEntryView } from '../contract/security-log.ts';
import { type Route, route } from '../http/route.ts';
import { listSecurityLog } from '../security-log/list-security-log.ts';

const USUAL = 50;

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.values(ENDPOINTS).map(({ method, path, capability }) => {
    // One call lists an applicant's own applications and the school's.
    const asked = capability === 'application.listOwn' ? 'application.list' : capability;
    return [`${method} ${path}`, POLICY[asked].label];
  }),
);

export function securityLogRoutes({ environment, readModels, securityLog }: Services): readonly Route[] {
  /** Names of members and of the school's own tokens only: another account's email is not the school's to know. */
  async function namesIn(
    entries: readonly SecurityEntry[],
    { _id, members }: OrganizationDocument,
  ): Promise<ReadonlyMap<string, string | null>> {
    const ids = new Set(entries.flatMap(({ actorId }) => actorId ?? []));
    const ours = members.map(({ userId }) => userId).filter((userId) => ids.has(userId));
    const [people, { documents: tokens }] = await Promise.all([
      readModels.users.getMany(ours),
      readModels.apiTokens.find({ organizationId: _id }),
    ]);
    return new Map([
      ...people.map(({ _id: id, email }) => [id, email] as const),
      ...tokens.map(({ _id: id, name }) => [id, TEXTS.apiTokens.calledBy(name)] as const),
    ]);
  }

  return [
    route(ENDPOINTS.listSecurityLog, {
      async handle({ query: { kind, actorId, from, to, after, limit }, context: { organization } }) {
        if (!organization) return accept({ entries: [], next: null });
        await securityLog.flush();
        const { entries, next } = await listSecurityLog(environment, {
          organizationId: organization._id,
          kind,
          actorId,
          since: from,
          until: to,
          after,
          limit: limit === undefined ? USUAL : Number(limit),
        });
        const names = await namesIn(entries, organization);
        return accept({ entries: entries.map((entry) => viewOf(entry, names)), next });
      },
    }),
  ];
}

function viewOf(entry: SecurityEntry, names: ReadonlyMap<string, string | null>): SecurityEntryView {
  const { _id, kind, firstAt, lastAt, count, actorKind, actorId, network, device, calls, isRest } = entry;
  return {
    _id,
    kind,
    firstAt,
    lastAt,
    count,
    actor:
      isRest && actorId === null
        ? null
        : { kind: actorKind, id: actorId, name: (actorId !== null && names.get(actorId)) || null },
    network,
    device,
    calls: calls.map((one) => ({ ...one, label: LABELS.get(one.call) ?? null })),
  };
}
