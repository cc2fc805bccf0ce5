import type { FileEnvironment } from '../file/file-environment.ts';
import type { InvitationLinks } from '../vault/invitation-links.ts';
import type { PersonalDocuments } from '../vault/personal-documents.ts';
import { openEmailFolder } from './email-folder.ts';
import { createEmailsPlace } from './emails-place.ts';
import { createFilesPlace } from './files-place.ts';
import { createInvitationsPlace } from './invitations-place.ts';
import { createPersonalDocumentsPlace } from './personal-documents-place.ts';
import type { Place } from './place.ts';
import { createSecurityLogPlace } from './security-log-place.ts';
import { vaultPlaces } from './vault-places.ts';

export interface PlacesOptions {
  readonly environment: FileEnvironment;
  readonly drafts: PersonalDocuments;
  readonly preferences: PersonalDocuments;
  readonly invitationLinks: InvitationLinks;
  readonly outboxDirectory: string;
}

export const createPlaces = ({
  environment,
  drafts,
  preferences,
  invitationLinks,
  outboxDirectory,
}: PlacesOptions): Readonly<Record<string, Place>> => {
  const { vault, log } = environment;
  const folder = openEmailFolder(outboxDirectory);
  return {
    ...vaultPlaces(vault),
    mails: createEmailsPlace({ vault, folder }),
    drafts: createPersonalDocumentsPlace(drafts),
    preferences: createPersonalDocumentsPlace(preferences),
    invitations: createInvitationsPlace({ links: invitationLinks, log, vault, folder }),
    files: createFilesPlace(environment),
    securityLog: createSecurityLogPlace(vault),
  };
};
