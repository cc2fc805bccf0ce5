import { type FindableAs, searchTextOf } from '../domain/application/applicant-search.ts';
import type { ApplicationEvent } from '../domain/application/events.ts';
import type { EventOf, Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import type { PersonalDataErased } from '../domain/values/personal-data.ts';
import { projection } from './engine/projection.ts';

/** What staff search: small, because a search reads those of a whole organization. `_id` is the application's. */
export interface ApplicantDocument extends FindableAs {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly organizationId: string;
  readonly createdAt: string;
  readonly text: string;
}

const NO_ANSWERS = { firstName: null, lastName: null, email: null, phoneNumber: null };

type Entry = Omit<ApplicantDocument, 'text' | '_pos'>;
const withText = (entry: Entry): ApplicantDocument => ({ ...entry, text: searchTextOf(entry) });

type Created = Extract<ApplicationEvent, { type: 'ApplicationSubmitted' | 'ApplicationCopied' }>;

const created = (_: unknown, { stream, data, personal, at }: Recorded<Created>): ApplicantDocument => {
  const { firstName = null, lastName = null, phoneNumber = null } = personal?.values ?? {};
  return withText({
    _id: idOf(stream),
    organizationId: data.organizationId,
    createdAt: at,
    trackingNumber: data.trackingNumber,
    firstName,
    lastName,
    email: personal?.email ?? null,
    phoneNumber,
  });
};

const changed = (document: ApplicantDocument | undefined, changes: Partial<FindableAs>) =>
  document && withText({ ...document, ...changes });

export const applicants = projection<
  ApplicantDocument,
  | Extract<ApplicationEvent, { type: Created['type'] | 'DetailsSaved' | 'EmailCorrected' | 'ApplicationRemoved' }>
  | EventOf<typeof PersonalDataErased>
>({
  name: 'applicants',
  version: 3,
  digest: '41ac6b58a0ad98b2',
  indexes: ['organizationId', 'createdAt', 'text'],
  compound: [['organizationId', 'createdAt', '_id', 'text']],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`],
  on: {
    ApplicationSubmitted: created,
    ApplicationCopied: created,
    DetailsSaved(document, { personal }) {
      const { firstName, lastName, phoneNumber } = personal?.values ?? {};
      return changed(document, {
        ...(firstName !== undefined && { firstName }),
        ...(lastName !== undefined && { lastName }),
        ...(phoneNumber !== undefined && { phoneNumber }),
      });
    },
    EmailCorrected: (document, { personal }) => changed(document, personal ? { email: personal.email } : {}),
    ApplicationRemoved: () => undefined,
    PersonalDataErased: (document, { stream }) =>
      categoryOf(stream) === 'application' ? changed(document, NO_ANSWERS) : document,
  },
});
