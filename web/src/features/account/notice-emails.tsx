import { Switch, Title } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { NOTICE_MAILS } from '../../../../domain/user/preferences.ts';
import { call, queryOf } from '../../shared/api/calls.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';

const PREFERENCES = queryOf('/api/preferences');

/** For those whom applications can be assigned to. */
export function NoticeEmails() {
  const headingId = useId();
  const client = useQueryClient();
  const { data, error } = useQuery(PREFERENCES);
  const change = useMutation({
    mutationFn: (isOn: boolean) => call('PUT /api/preferences', { body: { [NOTICE_MAILS]: isOn ? null : false } }),
    onSuccess: (saved) => client.setQueryData(PREFERENCES.queryKey, saved),
  });
  const saved = data?.[NOTICE_MAILS] !== false;
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Emails to you
      </Title>
      <Problem error={change.error ?? error} />
      <Switch
        label="Email me when a colleague assigns me an application or mentions me in a comment"
        checked={change.isPending ? change.variables : saved}
        disabled={!data}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
    </section>
  );
}
