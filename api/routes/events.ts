import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { CATALOGUE } from '../../domain/webhook/catalogue.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';

export const eventRoutes = ({ feed }: Pick<Services, 'feed'>): readonly Route[] => [
  route(ENDPOINTS.listEventTypes, {
    handle: async () => accept([...CATALOGUE]),
  }),
  route(ENDPOINTS.pullEvents, {
    waits: ({ query, context }, response) => feed.wait(context, query, response),
    async handle({ query, context: { organization }, response }) {
      return organization ? feed.pull(organization._id, query, response) : reject('not-found', TEXTS.access.notFound);
    },
  }),
];
