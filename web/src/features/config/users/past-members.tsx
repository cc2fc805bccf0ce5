import type { Member } from '../../../../../api/contract/accounts.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { MemberName, roleOf } from './member-table.tsx';
import classes from './users.module.css';

/** Members of a past moment with their roles then. Sign-ins are no events, so they have no past. */
export const PastMembers = ({ members }: { members: readonly Member[] }) =>
  members.length === 0 ? (
    <p className={classes.help}>{TEXTS.memberPages.noneThen}</p>
  ) : (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Role</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member._id}>
              <th scope="row">
                <MemberName member={member} />
              </th>
              <td>{roleOf(member)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
