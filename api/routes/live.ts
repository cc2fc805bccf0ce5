import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';

export const liveRoutes = ({ live }: Pick<Services, 'live'>): readonly Route[] => [
  route(ENDPOINTS.live, {
    handle({ query: { after, once }, context, response }) {
      const { req: request } = response;
      const isOnce = once !== undefined || request.method === 'HEAD';
      return live.follow(context, response, { after: request.get('Last-Event-ID') ?? after ?? null, isOnce });
    },
  }),
];
