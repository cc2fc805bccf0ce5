/** The local path that asked for a sign-in (D35). Anything that a browser could read as another host leads to the start. */
export function localPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/';
  const address = new URL(next, 'http://local.invalid');
  return address.origin === 'http://local.invalid' ? `${address.pathname}${address.search}${address.hash}` : '/';
}
