import { type RequestHandler, Router } from 'express';
import type { Route, Serving } from './route.ts';

/** A router for each resource, because Express tries the routes of a router one by one. */
export function mountRoutes(routes: readonly Route[], serving: Serving): RequestHandler {
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const resource = resourceOf(route.endpoint.path);
    const router = routers.get(resource) ?? Router();
    routers.set(resource, router);
    route.mount(router, serving);
  }
  return (request, response, next) => {
    const router = routers.get(resourceOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

/** The first two parts, which hold no parameter. The router accepts any case and a slash at the end. */
const resourceOf = (path: string): string => path.split('/', 3).filter(Boolean).join('/').toLowerCase();
