import { Switch, Title } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { NOTICE_MAILS } from '../../../../domain/user/preferences.ts';
import { call, queryOf } from '../../shared/api/calls.ts';
import { useAtOnce } from '../../shared/browser/use-at-once.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';
import { DailyDigest } from './daily-digest.tsx';

const PREFERENCES = queryOf('/api/preferences');

/** `isAssignable`: colleagues can assign applications to this person. */
export function NoticeEmails({ isAssignable }: { isAssignable: boolean }) {
  const headingId = useId();
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Emails to you
      </Title>
      {isAssignable && <Notices />}
      <DailyDigest />
    </section>
  );
}

function Notices() {
  const client = useQueryClient();
  const { data, error } = useQuery(PREFERENCES);
  const change = useMutation({
    mutationFn: (isOn: boolean) => call('PUT /api/preferences', { body: { [NOTICE_MAILS]: isOn ? null : false } }),
    onSuccess: (saved) => client.setQueryData(PREFERENCES.queryKey, saved),
  });
  const saved = data?.[NOTICE_MAILS] !== false;
  const [isOn, choose] = useAtOnce(saved, change.mutate);
  return (
    <>
      <Problem error={change.error ?? error} />
      <Switch
        label="Email me when a colleague assigns me an application or mentions me in a comment"
        checked={change.isError ? saved : isOn}
        disabled={!data}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
    </>
  );
}
