import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { can } from '../../../domain/access/policy.ts';
import { counted } from '../../../domain/text/counted.ts';
import { pagePath } from '../../../domain/values/pages.ts';
import { noticesQuery } from '../features/notices/queries.ts';
import { useOrganization } from '../shared/organization/organization.ts';
import { isFactorDue, useActor, useUser } from '../shared/session/session.ts';
import classes from './shell.module.css';

const EVERY_MS = 60_000;

/** In the header of those whom applications can be assigned to: how many assignments and mentions are new. */
export function NoticesLink() {
  const { data: organization } = useOrganization();
  const organizationId = organization?._id ?? '';
  const { data: user } = useUser();
  const isFor = can(useActor(), 'application.assign', { organizationId }) && !isFactorDue(user, organizationId);
  const { data } = useQuery({ ...noticesQuery(organizationId), enabled: isFor, refetchInterval: EVERY_MS });
  if (!isFor) return null;
  const count = data?.filter(({ isNew }) => isNew).length ?? 0;
  return (
    <li className={classes.inCorner}>
      <NavLink
        to={pagePath('notices')}
        className={`${classes.link} ${classes.bell}`}
        aria-label={count > 0 ? `For you, ${counted(count, 'new notice', 'new notices')}` : 'For you'}
        title="For you"
      >
        <IconBell size={18} stroke={1.75} aria-hidden />
        {count > 0 && (
          <span className={classes.bellCount} aria-hidden>
            {count}
          </span>
        )}
      </NavLink>
    </li>
  );
}
