import { authenticatorApp } from './authenticator-app.ts';
import type { Answer, Client } from './client.ts';
import { codesIn, codesTo, emailsTo } from './emails.ts';
import { PASSWORD } from './school.ts';

function done<Body>({ status, body, problem }: Answer<Body>): Body {
  if (status !== 200) throw new Error(problem.message);
  return body;
}

/** By the code that the first factor needs where a school requires one. */
export async function proveEmail(client: Client, dataDir: string): Promise<void> {
  const { email } = done(await client.call('getUser'));
  const known = codesIn(await emailsTo(dataDir, email));
  done(await client.call('sendConfirmationCode'));
  const codes = await codesTo(dataDir, email, known.length + 1);
  const emailedCode = codes.find((code) => !known.includes(code)) ?? '';
  done(await client.call('confirmIdentity', { body: { emailedCode } }));
}

/** Adds an authenticator app to a signed-in account, whose email is confirmed; the recovery codes. */
export async function addApp(
  client: Client,
  { now = Date.now, password = PASSWORD }: { readonly now?: () => number; readonly password?: string } = {},
): Promise<readonly string[]> {
  const { secret } = done(await client.call('beginAuthenticator', { body: { password } }));
  const code = authenticatorApp(secret, now)();
  return done(await client.call('confirmAuthenticator', { body: { code } })).recoveryCodes;
}
