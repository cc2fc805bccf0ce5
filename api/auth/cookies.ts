import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

export type CookieName = 'session' | 'claim' | 'device' | 'passkey' | 'login';

/** Browsers accept the prefix `__Host-` over HTTPS only. */
const nameOf = (name: CookieName, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

export function readCookie(request: Request, name: CookieName, isSecure: boolean): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : parseCookie(header)[nameOf(name, isSecure)];
}

/** Hidden from scripts and other sites' requests. A `maxAge` of 0 removes it. */
export function setCookie(
  response: Response,
  name: CookieName,
  value: string,
  { isSecure, maxAge }: { isSecure: boolean; maxAge: number },
): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: nameOf(name, isSecure),
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    }),
  );
}
