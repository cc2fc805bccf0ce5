import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo } from 'react';
import { type PageHistory, PageRouter } from '../shared/navigation/page-router.tsx';
import { useOrganization } from '../shared/organization/organization.ts';
import { Pages } from './pages.tsx';
import { createIntakeTheme, cssVariables } from './theme.ts';

function Themed({ history }: { history: PageHistory }) {
  const { data: organization } = useOrganization();
  const accent = organization?.accentColor;
  const theme = useMemo(() => createIntakeTheme(accent), [accent]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <PageRouter history={history}>
        <Pages />
      </PageRouter>
    </MantineProvider>
  );
}

export function App({ history, client }: { history: PageHistory; client: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Themed history={history} />
      </QueryClientProvider>
    </StrictMode>
  );
}
