import { Button, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { call } from '../../shared/api/calls.ts';
import { once } from '../../shared/browser/once.ts';
import { usePageTitle } from '../../shared/pages/page-state.tsx';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import { dailyDigestQuery } from '../account/queries.ts';
import classes from './auth.module.css';

/** A press ends the digest, because mail scanners open links. */
export function EndDigestPage() {
  const { key = '' } = useParams();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call('POST /unsubscribe/digest/{key}', { params: { key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: dailyDigestQuery.queryKey }),
  });
  usePageTitle('Daily digest');
  return (
    <div className={classes.page}>
      <Title order={1}>Daily digest</Title>
      {end.isSuccess ? (
        <>
          <Notice meaning="good" role="status" ref={takeFocus}>
            {end.data.message}
          </Notice>
          <p>
            Changed your mind? Turn it on again under <Link to={pagePath('account')}>My account</Link>.
          </p>
        </>
      ) : (
        <>
          <p>{TEXTS.entering.confirmEndDigest}</p>
          <Problem error={end.error} takesFocus />
          <Button onClick={once(() => end.mutate())} loading={end.isPending}>
            Unsubscribe
          </Button>
        </>
      )}
    </div>
  );
}
