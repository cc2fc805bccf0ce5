import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { inQueue } from '../../timing/keyed-queue.ts';
import type { Derive } from '../vault/derived-keys.ts';
import { sweepOldest } from '../vault/sweep.ts';
import type { Vault } from '../vault/vault.ts';

export const LOGIN_LINK_MINUTES = 20;
export const CODE_TRIES = 5;
const BROWSER_BYTES = 32;
const RACES = 20;

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

interface About {
  /** The stream that the account has or would have, or the application's while it belongs to no account. */
  readonly stream: string;
  /** `identity.userId(email, 0)` of the address that asked. */
  readonly emailId: string;
  /** One that was sent with the address; only it knows the address while there is no account. */
  readonly applicationId: string | null;
  /** False where a link would lead to another host, which does not have the browser's cookie. */
  readonly hasLink: boolean;
}

/** Neither link nor code is stored: both are MACs of the request, so that a second try of the email has the same ones. */
export interface LoginRequest extends About {
  /** SHA-256 of the browser's cookie, or `confirm:` and the session's id. */
  readonly _id: string;
  readonly nonce: string;
  readonly expiresAt: string;
  /** Codes that were compared. */
  readonly tries: number;
}

export interface LoginRequests {
  /** Ends the request of the browser's former cookie. `browser` is the new cookie's text. */
  openInBrowser(about: About, former: string | undefined): Promise<{ readonly browser: string; readonly id: string }>;
  /** For the person of this session, to confirm who they are. Ends the session's former request. */
  openInSession(about: About, sessionId: string): Promise<{ readonly id: string }>;
  find(id: string): Promise<LoginRequest | undefined>;
  linkTokenOf(request: LoginRequest): string;
  /** Eight characters. */
  codeOf(request: LoginRequest): string;
  /** Of many uses at once, one gets the request; then it has ended. */
  consumeLink(id: string, token: string): Promise<LoginRequest | undefined>;
  /** After five compared codes the request has ended, its link included. */
  consumeCode(id: string, code: string): Promise<LoginRequest | undefined>;
  endAll(stream: string): Promise<void>;
  sweep(): Promise<void>;
}

export const idOfBrowser = (browser: string): string => createHash('sha256').update(browser).digest('hex');
export const idInSession = (sessionId: string): string => `confirm:${sessionId}`;

export function createLoginRequests({
  vault,
  derive,
  now,
}: {
  vault: Vault;
  derive: Derive;
  now: () => number;
}): LoginRequests {
  const documents = vault.collection<LoginRequest>({ name: 'loginRequests', indexes: ['stream', 'expiresAt'] });
  const key = derive('intake login link');
  const macOf = (kind: 'link' | 'code', { _id, nonce }: LoginRequest): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, _id, nonce]))
      .digest();
  const isOver = ({ expiresAt }: LoginRequest) => Date.parse(expiresAt) <= now();
  const opened = (_id: string, about: About): LoginRequest => ({
    ...about,
    _id,
    nonce: randomUUID(),
    expiresAt: new Date(now() + LOGIN_LINK_MINUTES * 60_000).toISOString(),
    tries: 0,
  });

  const requests: LoginRequests = {
    async openInBrowser(about, former) {
      const browser = randomBytes(BROWSER_BYTES).toString('base64url');
      const id = idOfBrowser(browser);
      await documents.insert(opened(id, about));
      if (former !== undefined) await documents.delete(idOfBrowser(former));
      return { browser, id };
    },
    async openInSession(about, sessionId) {
      const request = opened(idInSession(sessionId), about);
      if (!(await documents.replace(request))) await documents.insert(request);
      return { id: request._id };
    },
    async find(id) {
      const request = await documents.get(id);
      return request && !isOver(request) && request.tries < CODE_TRIES ? request : undefined;
    },
    linkTokenOf: (request) => macOf('link', request).toString('base64url'),
    codeOf: (request) => {
      const bits = macOf('code', request);
      return Array.from({ length: CODE_LENGTH }, (_, index) => ALPHABET[(bits[index] ?? 0) % ALPHABET.length]).join('');
    },
    async consumeLink(id, token) {
      const request = await requests.find(id);
      if (!request || !isSame(token, requests.linkTokenOf(request))) return undefined;
      return (await documents.delete(id, { nonce: request.nonce })) ? request : undefined;
    },
    // One at a time per process, because FerretDB compares and replaces in two steps.
    consumeCode: (id, code) =>
      inQueue(documents, id, async () => {
        for (let race = 0; race < RACES; race += 1) {
          const request = await requests.find(id);
          if (!request) return undefined;
          // Counted before it is compared, so that many at once get no further tries.
          const { tries, nonce } = request;
          if (!(await documents.replace({ ...request, tries: tries + 1 }, { tries, nonce }))) continue;
          if (!isSame(asTyped(code), requests.codeOf(request))) return undefined;
          return (await documents.delete(id, { nonce })) ? request : undefined;
        }
        return undefined;
      }),
    async endAll(stream) {
      const { documents: open } = await documents.find({ stream });
      await Promise.all(open.map(({ _id }) => documents.delete(_id)));
    },
    sweep: () => sweepOldest(documents, { by: 'expiresAt', isOver }),
  };
  return requests;
}

/** Letters that look like digits are those digits. */
const asTyped = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
