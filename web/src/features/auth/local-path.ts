const HERE = 'http://local.invalid';
/** Whoever has just come in would find the same form again. */
const WAY_IN = /^\/(login|signup)\/?$/i;

/**
 * The local path that asked for a sign-in. What counts is the address that comes out, dots and backslashes
 * resolved: whatever could be read as another host then leads to the start.
 */
export function localPath(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(next, HERE);
  return origin === HERE && !/^\/[/\\]/.test(pathname) && !WAY_IN.test(pathname) ? `${pathname}${search}${hash}` : '/';
}
