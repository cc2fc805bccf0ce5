import type { Client } from './client.ts';
import { PASSWORD } from './school.ts';

/** *Confirm it’s you*, which tests need whose clock has moved on since the log-in. */
export async function confirmed(client: Client, password = PASSWORD): Promise<Client> {
  const { status, problem } = await client.call('confirmIdentity', { body: { password } });
  if (status !== 200) throw new Error(`Not confirmed: ${problem.message}`);
  return client;
}
