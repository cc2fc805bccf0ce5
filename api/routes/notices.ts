import { accept } from '../../domain/event-sourcing/decision.ts';
import { noticesSeen } from '../../domain/user/preferences.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { noticesView } from '../views/notices-view.ts';

export const noticeRoutes = ({
  readModels,
  preferences,
}: Pick<Services, 'readModels' | 'preferences'>): readonly Route[] => [
  route(ENDPOINTS.listNotices, {
    async handle({ context: { user }, target: { organizationId } }) {
      if (!user || !organizationId) return accept([]);
      const seen = await preferences.get(user._id, noticesSeen(organizationId));
      const seenAt = typeof seen?.value === 'string' ? seen.value : '';
      return accept(await noticesView({ userId: user._id, organizationId, seenAt }, readModels));
    },
  }),
];
