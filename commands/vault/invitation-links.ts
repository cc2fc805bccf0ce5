import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../context/identity.ts';
import { VAULT_COLLECTIONS } from './collections.ts';
import { type MasterKey, masterKeysOf } from './master-keys.ts';
import { sweepUnnamed } from './sweep.ts';
import type { Vault } from './vault.ts';

const TOKEN_BYTES = 32;

const { placeOf } = VAULT_COLLECTIONS.invitationLinks;

export interface InvitationLink {
  readonly linkId: string;
  readonly inviteId: string;
  readonly organizationId: string;
  readonly email: string;
  /** Visible to staff, who may pass it on. */
  readonly token: string;
  /** Only in the email: proves access to the mailbox. */
  readonly proof: string;
}

interface LinkDocument {
  readonly _id: string;
  readonly inviteId: string;
  readonly organizationId: string;
  /** Derived from the email; never the email itself. */
  readonly emailId: string;
  readonly createdAt: string;
  /** Email, token and proof, sealed under the master key. */
  readonly sealed: string;
}

/** The organization's stream decides which links are valid. */
export interface InvitationLinks {
  make(invitation: Pick<InvitationLink, 'inviteId' | 'organizationId' | 'email'>): Promise<InvitationLink>;
  getMany(linkIds: readonly string[]): Promise<readonly InvitationLink[]>;
  find(token: string): Promise<InvitationLink | undefined>;
  ofEmail(email: string, organizationId?: string): Promise<readonly InvitationLink[]>;
  /** Undefined once the invitation's link is gone. */
  organizationOf(inviteId: string): Promise<string | undefined>;
  remove(linkId: string): Promise<void>;
  /** Removes links that their organization does not name, after a day. */
  sweep(isNamed: (organizationId: string, linkId: string) => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

/** In constant time. */
export function isProof({ proof }: InvitationLink, given: string | null | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== null && given !== undefined && timingSafeEqual(digest(proof), digest(given));
}

export function createInvitationLinks({
  vault,
  masterKey,
  identity,
  now,
}: {
  vault: Vault;
  masterKey: MasterKey;
  identity: Pick<Identity, 'userId'>;
  now: () => number;
}): InvitationLinks {
  const documents = vault.collection<LinkDocument>({ name: 'invitationLinks', indexes: ['emailId', 'inviteId'] });
  const idOf = (token: string) => createHash('sha256').update(token).digest('hex');
  const emailIdOf = (email: string) => identity.userId(email, 0);
  const random = () => randomBytes(TOKEN_BYTES).toString('base64url');
  const keys = masterKeysOf(masterKey);
  const open = async (found: readonly LinkDocument[]): Promise<readonly InvitationLink[]> => {
    await keys.learn(found.map(({ sealed }) => sealed));
    return found.map(({ _id, inviteId, organizationId, sealed }) => ({
      ...(JSON.parse(keys.unseal(sealed, placeOf(_id))) as Pick<InvitationLink, 'email' | 'token' | 'proof'>),
      linkId: _id,
      inviteId,
      organizationId,
    }));
  };

  return {
    async make({ inviteId, organizationId, email }) {
      const secret = { email, token: random(), proof: random() };
      const _id = idOf(secret.token);
      const sealed = await keys.seal(JSON.stringify(secret), placeOf(_id));
      const createdAt = new Date(now()).toISOString();
      const made = { _id, inviteId, organizationId, emailId: emailIdOf(email), createdAt, sealed };
      await documents.insert(made);
      await keys.settle(sealed, placeOf(_id), (resealed) =>
        documents.replace({ ...made, sealed: resealed }, { sealed }),
      );
      return { ...secret, linkId: _id, inviteId, organizationId };
    },
    getMany: async (linkIds) => open(await documents.getMany(linkIds)),
    async find(token) {
      const document = await documents.get(idOf(token));
      return document && (await open([document]))[0];
    },
    async ofEmail(email, organizationId) {
      const { documents: found } = await documents.find({ emailId: emailIdOf(email) });
      return open(found.filter((link) => organizationId === undefined || link.organizationId === organizationId));
    },
    async organizationOf(inviteId) {
      const { documents: found } = await documents.find({ inviteId }, { limit: 1 });
      return found[0]?.organizationId;
    },
    async remove(linkId) {
      await documents.delete(linkId);
    },
    sweep: (isNamed, signal) =>
      sweepUnnamed(documents, {
        now: now(),
        isNamed: ({ organizationId, _id }) => isNamed(organizationId, _id),
        signal,
      }),
  };
}
