import { QUOTAS } from '../../domain/limits/quotas.ts';
import { createPersonalDocuments, type PersonalDocuments, type SealedDocument } from '../vault/personal-documents.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import { usageOf } from '../vault/usage.ts';
import type { Vault } from '../vault/vault.ts';

const MOST = 200;

export const createPreferences = ({
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
    documents: vault.collection<SealedDocument>({ name: 'preferences', indexes: ['userId', 'about', 'savedAt'] }),
    kind: 'preference',
    most: MOST,
    beyond: 'oldest goes',
    limits: { each: QUOTAS.account.preferencesBytes, all: QUOTAS.account.preferencesBytes },
  });
