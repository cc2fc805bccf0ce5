import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import type { Identity } from '../../commands/context/identity.ts';
import type { Derive } from '../../commands/vault/derived-keys.ts';
import { setCookie } from './cookies.ts';
import { createSignedIds, type SignedIds } from './signed-ids.ts';

const DAYS = 180;
const DEVICE_SECONDS = DAYS * 86_400;
const MAX_ACCOUNTS = 10;

/**
 * Accounts opened in this browser, as `{account}:{passwordId}:{device}`. They do not sign in; the browser's guesses are only counted
 * apart from those of strangers until the password changes (OWASP, "Device cookies").
 */
export const createKnownDevices = ({ derive, now }: { derive: Derive; now: () => number }): SignedIds =>
  createSignedIds({ key: derive('intake device cookie'), now, seconds: DEVICE_SECONDS, most: MAX_ACCOUNTS });

export function rememberDevice(
  {
    environment,
    knownDevices,
  }: { readonly environment: { readonly identity: Identity }; readonly knownDevices: SignedIds },
  { email, passwordId }: { readonly email: string; readonly passwordId: string | null },
  context: { readonly knownDevices: readonly string[]; readonly isHttps: boolean },
  response: Response,
): void {
  const account = environment.identity.userId(email, 0);
  const isOwn = (entry: string) => entry.startsWith(`${account}:`);
  const current = `${account}:${passwordId}:`;
  const known = context.knownDevices.find((entry) => entry.startsWith(current));
  const own = known ?? `${current}${randomBytes(16).toString('hex')}`;
  const others = context.knownDevices.filter((entry) => !isOwn(entry));
  const value = knownDevices.seal([...others, own]);
  setCookie(response, 'device', value, { isSecure: context.isHttps, maxAge: DEVICE_SECONDS });
}
