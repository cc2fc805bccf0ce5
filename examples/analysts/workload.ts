import { dayIn, projection } from 'intake/projection';
import { weekOf } from './shared/weeks.ts';

/** What each member of the staff was given and did, week by week. */
interface Work {
  readonly _id: string;
  readonly week: string;
  readonly person: string;
  readonly assigned: number;
  readonly statusChanges: number;
  readonly comments: number;
}
type Count = 'assigned' | 'statusChanges' | 'comments';

interface Actor {
  readonly kind: string;
  readonly id?: string | undefined;
}

const ZONE = 'Asia/Manila';
const STAFF = 'staff';

/** One document for each week and person; the event alone names it. */
const idFor = (at: string, person: string | null | undefined): readonly string[] =>
  person ? [`${weekOf(dayIn(ZONE, at))}:${person}`] : [];
const idOfActor = ({ at, actor }: { readonly at: string; readonly actor: Actor }) => idFor(at, actor.id);

const counting =
  (member: Count) =>
  (work: Work | undefined, _: object, id: string): Work => {
    const before = work ?? blank(id);
    return { ...before, [member]: before[member] + 1 };
  };

function blank(id: string): Work {
  const [week = '', person = ''] = id.split(':');
  return { _id: id, week, person, assigned: 0, statusChanges: 0, comments: 0 };
}

export default projection<Work>({
  name: 'workload',
  on: {
    MemberAdded: { id: ({ data }) => `${STAFF}:${data.userId}`, fold: (_work, _event, id) => blank(id) },
    AdminAssigned: { id: ({ at, data }) => idFor(at, data.userId), fold: counting('assigned') },
    StatusChanged: { id: idOfActor, fold: counting('statusChanges') },
    CommentAdded: { id: idOfActor, fold: counting('comments') },
  },
  /** Applicants change statuses too, for example by a booking: only members count. */
  rows(documents) {
    const staff = new Set(documents.flatMap(({ week, person }) => (week === STAFF ? person : [])));
    return documents.filter(({ week, person }) => week !== STAFF && staff.has(person)).map(({ _id, ...row }) => row);
  },
});
