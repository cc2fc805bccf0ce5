import type { Request, Response } from 'express';
import type { Site } from '../config/config.ts';
import { organizationForCurrentDomain } from '../contract/organizations.ts';
import type { PageReads } from '../contract/prerender.ts';
import { id } from '../contract/values.ts';
import { currentOrganization } from '../http/current-organization.ts';
import type { FairShares } from '../http/fair-shares.ts';
import { problemOf, STATUS_OF } from '../http/problems.ts';
import { costOfPage, PAGE_MS, principalOf } from '../http/request-cost.ts';
import type { ContextOf, Route, Serving } from '../http/route.ts';
import { Serialised } from '../http/serialised.ts';
import type { ReadModels } from '../read-models/read-models.ts';

export interface OpenReads extends PageReads {
  /** Call once, with the length of the page, which is charged to the visitor. */
  close(characters: number): void;
}

/** Null without a free share: the browser then fetches the data. */
export type OpenPageReads = (request: Request, response: Response) => Promise<OpenReads | null>;

/** Lets a page call routes in process, with the policy and answers of HTTP. */
export function createPageReads({
  routes,
  contextOf,
  readModels,
  site,
  shares,
  reads,
  recordAnswer,
}: Pick<Serving, 'reads' | 'recordAnswer'> & {
  routes: readonly Route[];
  contextOf: ContextOf;
  readModels: Pick<ReadModels, 'organizations'>;
  site: Site;
  shares: FairShares;
}): OpenPageReads {
  const answering = routes.filter(
    ({ endpoint: { method, mediaTypes } }) => method === 'GET' && mediaTypes === undefined,
  );
  const byCall = new Map(answering.map((route) => [`GET ${route.endpoint.path}`, route]));

  return async (request, response) => {
    const context = await contextOf(request, response, organizationForCurrentDomain);
    const release = shares.tryAcquire(principalOf(context), { costMs: PAGE_MS, lane: 'small' });
    if (!release) return null;

    /** As for a call over HTTP: `organizationId` selects another organization than the page's address. */
    const selected = async (organizationId: unknown) => {
      if (organizationId === undefined) return context;
      const wanted = id.safeParse(organizationId).data;
      const { user } = context;
      const hostname = request.hostname ?? '';
      return {
        ...context,
        organization: await currentOrganization(readModels.organizations, site, { wanted, hostname, user }),
      };
    };

    return {
      at: context.at,
      async read(call, { params = {}, query: given = {} }) {
        const route = byCall.get(call);
        if (!route) throw new Error(`No route answers ${call} in process.`);
        const query = asInAddress(given);
        const asked = await selected(query.organizationId);
        const result = await route.read(asked, { response, reads, recordAnswer, params, query });
        if (!result.ok) {
          const { code, message } = result.rejection;
          return { status: STATUS_OF[code], body: problemOf(STATUS_OF[code], message) };
        }
        const { value } = result;
        return { status: 200, body: value instanceof Serialised ? (JSON.parse(value.text) as unknown) : value };
      },
      close: (characters) => release(costOfPage(characters)),
    };
  };
}

const asInAddress = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  );
