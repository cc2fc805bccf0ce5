import { QUOTAS } from '../../domain/quotas.ts';
import { createPersonalDocuments, type PersonalDocuments, type SealedDocument } from '../vault/personal-documents.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import { usageOf } from '../vault/usage.ts';
import type { Vault } from '../vault/vault.ts';

const MOST = 100;
const KEPT_MS = 180 * 24 * 3_600_000;

const collectionOf = (vault: Vault) =>
  vault.collection<SealedDocument>({ name: 'drafts', indexes: ['userId', 'about', 'savedAt'] });

/** Removes what one account has typed about one application. */
export async function forgetDraftsAbout(vault: Vault, userId: string, applicationId: string): Promise<void> {
  const drafts = collectionOf(vault);
  const { documents } = await drafts.find({ userId, about: applicationId });
  await Promise.all(documents.map(({ _id }) => drafts.delete(_id)));
}

/** What a person has typed into forms and neither saved nor sent, by the form's name, to go on elsewhere (D25). */
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
    usage: usageOf({ vault, now: by.now }),
    documents: collectionOf(vault),
    kind: 'draft',
    most: MOST,
    limits: { each: QUOTAS.account.draftBytes, all: QUOTAS.account.draftsBytes },
    keptMs: KEPT_MS,
  });
