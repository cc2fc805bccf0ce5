import { pagePattern } from '../../../../domain/values/pages.ts';

const HERE = 'http://local.invalid';
/** Whoever has just come in would find the same form again. */
const WAY_IN = [pagePattern('login'), pagePattern('signup')];

/**
 * The local path that asked for a sign-in. What counts is the address that comes out, dots and backslashes
 * resolved: whatever could be read as another host then leads to the start.
 */
export function localPath(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(next, HERE);
  return origin === HERE && !/^\/[/\\]/.test(pathname) && !WAY_IN.some((pattern) => pattern.test(pathname))
    ? `${pathname}${search}${hash}`
    : '/';
}
