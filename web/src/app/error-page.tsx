import { Button, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { pagePath } from '../../../domain/values/pages.ts';
import { messageOf } from '../shared/api/api-client.ts';
import classes from '../shared/pages/page-state.module.css';
import { Notice } from '../shared/ui/notice.tsx';

/** Shown when a page throws, or its code cannot be loaded, for example after a new release. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <section className={classes.state} style={{ maxWidth: 'var(--column)', margin: '0 auto' }}>
      <Title order={1}>This page stopped working</Title>
      <Notice meaning="problem" role="alert">
        {messageOf(error)}
      </Notice>
      <p>Nothing you saved is lost, and what you were typing is saved on this device.</p>
      <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap' }}>
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <Button component="a" href={pagePath('home')} variant="default">
          Go to the home page
        </Button>
      </div>
    </section>
  );
}
