import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import documents from '../../../shared/editor/documents.module.css';
import { ErrorState, usePageTitle } from '../../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { NewToken } from './new-token.tsx';
import { tokensQuery } from './queries.ts';
import { TokenTable } from './token-table.tsx';

export function TokensPage({ organization }: { organization: Organization }) {
  usePageTitle('API tokens');
  const isPast = usePosition() !== null;
  const { data: tokens, error, refetch } = useQuery(tokensQuery(organization._id));
  return (
    <section className={documents.page}>
      <Title order={2} size="h3">
        API tokens
      </Title>
      <p>
        With a token, your school’s integrations can call the API. Every call is described at{' '}
        <a href="/api/docs">/api/docs</a>.
      </p>
      {isPast && <p className={documents.quiet}>{TEXTS.apiTokens.onlyNow}</p>}
      {error && !tokens ? (
        <ErrorState order={2} title="The tokens could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !tokens ? (
        <Loading label="Loading the tokens">
          <Bone height="2.75rem" />
          <Bone height="2.75rem" />
        </Loading>
      ) : tokens.length === 0 ? (
        <p className={documents.quiet}>{TEXTS.apiTokens.none}</p>
      ) : (
        <TokenTable tokens={tokens} />
      )}
      {!isPast && <NewToken organization={organization} />}
    </section>
  );
}
