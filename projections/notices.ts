import type { AdminAssigned, CommentAdded, DetailsSaved } from '../domain/application/events.ts';
import { bulkOf } from '../domain/bulk/bulk-of.ts';
import type { AnyEvent, EventOf, Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { projection } from './engine/projection.ts';

/** What a colleague or an applicant did that concerns one member of staff. Names and titles are joined when it is read. */
export interface Notice {
  /** `corrected`: the last of the answers that were marked in an application of theirs. */
  readonly kind: 'assigned' | 'mentioned' | 'corrected';
  readonly applicationId: string;
  /** Of a mention. */
  readonly commentId: string | null;
  /** ISO-8601. */
  readonly at: string;
  readonly by: string | null;
  /** The bulk change that assigned `count` applications. */
  readonly bulk: string | null;
  readonly count: number;
}

/** Newest first. */
export interface NoticesDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly notices: readonly Notice[];
}

const MOST = 50;

export const noticesId = (organizationId: string, userId: string): string => `${organizationId}:${userId}`;

type Told = EventOf<typeof AdminAssigned> | EventOf<typeof CommentAdded> | EventOf<typeof DetailsSaved>;

/** Excludes the person who acted. Demo and imported events notify no one. */
const idsFor = ({ actor, metadata }: Recorded<AnyEvent>, userIds: readonly (string | null)[]): readonly string[] => {
  const { organizationId, isSilent } = metadata;
  if (organizationId === null || isSilent) return [];
  return userIds.flatMap((userId) => (userId === null || userId === actor.id ? [] : noticesId(organizationId, userId)));
};

function withNotice(
  document: NoticesDocument | undefined,
  event: Recorded<Told>,
  _id: string,
  particulars: Pick<Notice, 'kind' | 'commentId'>,
): NoticesDocument {
  const former = document?.notices ?? [];
  const { at, actor, stream } = event;
  const notice = { ...particulars, applicationId: idOf(stream), at, by: actor.id ?? null, bulk: bulkOf(event) };
  const [newest, ...rest] = former;
  const goesOn = newest !== undefined && notice.bulk !== null && newest.bulk === notice.bulk;
  const notices = goesOn ? [{ ...newest, at, count: newest.count + 1 }, ...rest] : [{ ...notice, count: 1 }, ...former];
  return { _id, notices: notices.slice(0, MOST) };
}

/** Per member and organization, for the list in the header. */
export const notices = projection<NoticesDocument, Told>({
  name: 'notices',
  version: 2,
  digest: '52dadbfe9e45b8bd',
  isPersonal: false,
  indexes: [],
  id: ({ stream }) => idOf(stream),
  streams: () => [],
  on: {
    AdminAssigned: {
      id: (event) => idsFor(event, [event.data.userId]),
      fold: (document, event, id) => withNotice(document, event, id, { kind: 'assigned', commentId: null }),
    },
    DetailsSaved: {
      id: (event) => idsFor(event, [event.data.lastCorrectionFor ?? null]),
      fold: (document, event, id) => withNotice(document, event, id, { kind: 'corrected', commentId: null }),
    },
    CommentAdded: {
      id: (event) => idsFor(event, event.data.mentions ?? []),
      fold: (document, event, id) =>
        withNotice(document, event, id, { kind: 'mentioned', commentId: event.data.commentId }),
    },
  },
});
