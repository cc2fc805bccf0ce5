import { type DehydratedState, dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import type { Organization } from '../../../api/contract/organizations.ts';
import type { Drawn, FindPage, PageReads, Prerendered } from '../../../api/contract/prerender.ts';
import { failureOf, RequestFailed } from '../shared/api/api-client.ts';
import { bindCalls, type Caller, callerOf } from '../shared/api/calls.ts';
import { PAGE_TIME } from '../shared/api/server-clock.ts';
import { drawMarkdownBy } from '../shared/markdown/drawn-markdown.ts';
import { ADOPTED_SCHOOL, organizationQuery } from '../shared/organization/organization.ts';
import { namesSchool, schoolsQuery } from '../shared/organization/schools-to-choose.ts';
import { withTitle } from '../shared/pages/page-title.ts';
import { userQuery } from '../shared/session/session.ts';
import { App } from './app.tsx';
import { answeredAt } from './dehydrated.ts';
import { drawMarkdown } from './draw-markdown.ts';
import { type Page, pageAt, prefetchPage } from './page-at.ts';

drawMarkdownBy(drawMarkdown);

export const findPage: FindPage = (url) => {
  const page = pageAt(url);
  return page.handle.prerenders ? (reads) => prerender(url, page, reads) : null;
};

async function prerender(url: string, page: Page, reads: PageReads): Promise<Prerendered | null> {
  const client = new QueryClient();
  bindCalls(client, callerFor(reads));
  try {
    if (!(await prefetchPage(client, page).catch(refused))) return null;
    const ofPage = page.handle.schoolOf?.(client, page);
    const current = client.getQueryData(organizationQuery.queryKey) ?? null;
    const wanted = ofPage ?? (current ? undefined : page.handle.schoolIfNone?.(client));
    const isOther = wanted !== undefined && current?._id !== wanted;
    const organization = isOther ? await adopted(client, wanted) : current;
    if (!organization && !(await offersSchools(client, page))) return null;
    const isPersonal = Boolean(client.getQueryData(userQuery.queryKey));
    if (isPersonal) client.setQueryData(PAGE_TIME, Date.parse(reads.at));
    const state = JSON.stringify(answeredAt(dehydrate(client), 0));
    return {
      path: page.path,
      organization: organization && [organization._id, organization.slug],
      isOfPage: ofPage !== undefined,
      state,
      isPersonal,
      ahead: (await page.handle.lists?.addresses(client, page)) ?? [],
      draw: async () => (page.handle.prerenders === 'screen' ? draw(url, page, state) : NOT_DRAWN),
    };
  } finally {
    client.clear();
  }
}

/** Fetches what the page needs to let the visitor choose; not where the address names a school that does not exist. */
async function offersSchools(client: QueryClient, { handle, search }: Page): Promise<boolean> {
  if (!handle.offersSchools || namesSchool(search)) return false;
  return client.query(schoolsQuery).then(() => true, refused);
}

/** The school of the page itself, where the address selects another or none: the browser then keeps it as the choice. */
async function adopted(client: QueryClient, organizationId: string): Promise<Organization | null> {
  const query = { organizationId };
  const organization = await callerOf(client)('GET /api/organizationForCurrentDomain', { query }).catch(refused);
  if (!organization) return null;
  client.setQueryData(organizationQuery.queryKey, organization);
  client.setQueryData(ADOPTED_SCHOOL, organization._id);
  return organization;
}

/** The browser shows a page whose calls are refused; any other failure is a fault. */
function refused(error: unknown): false {
  if (error instanceof RequestFailed) return false;
  throw error;
}

const callerFor = ({ read }: PageReads) =>
  (async (name: string, { params, query }: Parameters<PageReads['read']>[1] = {}) => {
    const { status, body } = await read(name, { ...(params && { params }), ...(query && { query }) });
    if (status !== 200) throw failureOf({ status, statusText: '' }, body);
    return body;
  }) as Caller;

const NOT_DRAWN: Drawn = { screen: '', title: null };

async function draw(url: string, { handle }: Page, state: string): Promise<Drawn> {
  await handle.load?.();
  const client = new QueryClient();
  hydrate(client, answeredAt(JSON.parse(state) as DehydratedState, Date.now()));
  const history = createMemoryHistory({ initialEntries: [url] });
  try {
    return withTitle(() => renderToString(<App history={history} client={client} />));
  } finally {
    client.clear();
  }
}
