import { handle } from '../../commands/handling/handle.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user as account } from '../../domain/user/user.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';

export const digestRoutes = ({
  environment,
  readModels,
  unsubscribeKeys,
}: Pick<Services, 'environment' | 'readModels' | 'unsubscribeKeys'>): readonly Route[] => {
  const digestOf = async (userId: string) => ({
    timeZone: (await readModels.digests.latest(userId))?.timeZone ?? null,
  });
  return [
    route(ENDPOINTS.getDailyDigest, {
      handle: async ({ context: { user } }) =>
        user ? accept(await digestOf(user._id)) : reject('unauthenticated', TEXTS.accounts.signInFirst),
    }),

    route(ENDPOINTS.changeDailyDigest, {
      async decide({ body: { isOn, timeZone }, context: { user }, command }) {
        if (!user) return reject('unauthenticated', TEXTS.accounts.signInFirst);
        const [membership] = user.orgRoles;
        if (isOn && !membership) return reject('forbidden', TEXTS.digest.forStaff);
        const school = membership && (await readModels.organizations.get(membership.orgId));
        const wanted = isOn ? (timeZone ?? school?.timeZone ?? 'UTC') : null;
        const change = { type: 'ChangeDailyDigest', data: { timeZone: wanted } } as const;
        const changed = await handle(environment, account, user._id, [change], { ...command, organizationId: null });
        return changed.ok ? accept({ userId: user._id, position: changed.value.position }) : changed;
      },
      view: ({ userId }) => digestOf(userId),
    }),

    route(ENDPOINTS.endDailyDigest, {
      async decide({ params: { key }, command }) {
        const userId = unsubscribeKeys.userOf(key);
        if (userId === undefined) return reject('not-found', TEXTS.digest.linkInvalid);
        const change = { type: 'ChangeDailyDigest', data: { timeZone: null } } as const;
        const changed = await handle(environment, account, userId, [change], { ...command, organizationId: null });
        return changed.ok ? accept({ position: changed.value.position }) : changed;
      },
      view: () => ({ message: TEXTS.digest.ended }),
    }),
  ];
};
