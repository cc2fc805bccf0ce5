import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import { organizationQuery } from '../shared/organization/organization.ts';
import { userQuery } from '../shared/session/session.ts';
import type { PageAddress, PageHandle } from './page-handle.ts';
import { routes } from './router.tsx';

export interface Page extends PageAddress {
  readonly path: string;
  readonly handle: PageHandle;
}

export function pageAt(url: string): Page {
  const { pathname, search } = splitUrl(url);
  const match = matchRoutes(routes, pathname)?.at(-1);
  const { path = '', handle = {} } = match?.route ?? {};
  return { path, handle: handle as PageHandle, params: match?.params ?? {}, search: new URLSearchParams(search) };
}

function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at) };
}

export async function prefetchPage(client: QueryClient, { handle, ...address }: Page): Promise<boolean> {
  const [isWhole] = await Promise.all([
    handle.prefetch?.(client, address) ?? false,
    client.query(organizationQuery),
    client.query(userQuery),
  ]);
  return isWhole;
}
