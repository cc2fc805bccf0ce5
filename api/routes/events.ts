import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { EVENT_CATALOGUE } from '../../domain/webhook/catalogue.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';

export const eventRoutes = ({ feed }: Pick<Services, 'feed'>): readonly Route[] => [
  route(ENDPOINTS.listEventTypes, {
    handle: async () => accept([...EVENT_CATALOGUE]),
  }),
  route(ENDPOINTS.pullEvents, {
    waits: ({ query, context }, response) => feed.wait(context, query, response),
    async handle({ query, context: { organization } }) {
      return organization ? feed.pull(organization._id, query) : reject('not-found', TEXTS.access.notFound);
    },
  }),
];
