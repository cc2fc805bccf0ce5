import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 24;

/** A secret of Standard Webhooks (standardwebhooks.com): its prefix and 24 random bytes as base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64');

export interface SignedMessage {
  /** The same for every attempt of one message. */
  readonly id: string;
  readonly at: number;
  readonly body: string;
}

/** Proves that the message is authentic, new, and not a repetition. With several secrets, each of them verifies it. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
