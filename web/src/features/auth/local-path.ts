import { matchPage } from '../../../../domain/values/pages.ts';

const HERE = 'http://local.invalid';
/** These pages would show the same form again after the log-in. */
const WAY_IN = ['login', 'signup'] as const;

/** Resolves dots and backslashes first; a path that could name another host becomes `/`. */
export function localPath(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(next, HERE);
  return origin === HERE && !/^\/[/\\]/.test(pathname) && !WAY_IN.some((page) => matchPage(page, pathname) !== null)
    ? `${pathname}${search}${hash}`
    : '/';
}
