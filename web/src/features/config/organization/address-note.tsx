import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../shared/api/api-client.ts';
import classes from './organization.module.css';
import { type AddressField, addressCheckQuery, organizationConfigQuery } from './queries.ts';

/** Typing pauses for this long before the server is asked. */
const PAUSE_MS = 300;

/** While typing: whether the school can have this address, and where it leads. */
export function AddressNote({
  organizationId,
  field,
  typed,
}: {
  organizationId: string;
  field: AddressField;
  typed: string;
}) {
  const name = typed.trim();
  const [asked] = useDebouncedValue(name, PAUSE_MS);
  const { data: organization } = useQuery(organizationConfigQuery(organizationId));
  const { data, error } = useQuery({
    ...addressCheckQuery(organizationId, field, asked),
    enabled: asked !== '',
    retry: false,
  });
  const saved = organization?.[field] ?? '';
  return (
    <div role="status" className={classes.note}>
      {name !== '' && (asked !== name || !(data || error) ? <p>Checking…</p> : null)}
      {name !== '' && asked === name && error && <p>{messageOf(error)}</p>}
      {name !== '' && asked === name && data?.problem && (
        <p className={classes.taken}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden /> {data.problem}
        </p>
      )}
      {name !== '' && asked === name && data && !data.problem && (
        <p className={classes.free}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />{' '}
          <span>
            {name === saved ? 'Yours' : 'Available'}
            {data.url && (
              <>
                : <bdi>{data.url}</bdi>
              </>
            )}
          </span>
        </p>
      )}
      {saved !== '' && name !== saved && <p>Links with “{saved}” stop working when you save.</p>}
    </div>
  );
}
