import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useOrganization } from '../shared/organization/organization.ts';
import { createIntakeTheme, cssVariables } from './theme.ts';

function Themed({ router }: { router: DataRouter }) {
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
      <RouterProvider router={router} />
    </MantineProvider>
  );
}

export function App({ router, client }: { router: DataRouter; client: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Themed router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
