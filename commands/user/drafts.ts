import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { Environment } from '../handling/environment.ts';
import {
  createPersonalDocuments,
  type PersonalDocuments,
  removeStored,
  type SealedDocument,
} from '../vault/personal-documents.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import { usageOf } from '../vault/usage.ts';
import type { Vault } from '../vault/vault.ts';

const KEPT_MS = 180 * 24 * 3_600_000;

const collectionOf = (vault: Vault) =>
  vault.collection<SealedDocument>({ name: 'drafts', indexes: ['userId', 'about', 'savedAt'] });

const storedIn = ({ vault, now }: { readonly vault: Vault; readonly now: () => number }) =>
  ({ documents: collectionOf(vault), usage: usageOf({ vault, now }), kind: 'draft' }) as const;

export async function removeDraftsAbout(
  environment: Pick<Environment, 'vault' | 'now'>,
  userId: string,
  applicationId: string,
): Promise<void> {
  const drafts = storedIn(environment);
  const { documents } = await drafts.documents.find({ userId, about: applicationId });
  await Promise.all(documents.map((document) => removeStored(drafts, document)));
}

export const createDrafts = ({
  vault,
  ...by
}: {
  vault: Vault;
  keys: SubjectKeys;
  now: () => number;
}): PersonalDocuments =>
  createPersonalDocuments({
    ...by,
    ...storedIn({ vault, now: by.now }),
    most: QUOTAS.account.drafts,
    // Removing the oldest draft would make its device drop it as saved.
    beyond: 'refused',
    limits: { each: QUOTAS.account.draftBytes, all: QUOTAS.account.draftsBytes },
    keptMs: KEPT_MS,
  });
