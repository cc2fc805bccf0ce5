import './mantine-styles.ts';
import './fonts.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { visit } from '../features/enroll/tracking.ts';
import { useOrganization } from '../shared/organization.ts';
import { readChoiceFrom } from '../shared/organization-choice.ts';
import { printInLight } from '../shared/printing.ts';
import { queryClient } from '../shared/query-client.ts';
import { prefetch } from './prefetch.ts';
import { router } from './router.tsx';
import { createIntakeTheme, cssVariables } from './theme.ts';

function Themed() {
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

readChoiceFrom(location.search);
visit.begin(location.search);
prefetch(location.pathname);
printInLight();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Themed />
    </QueryClientProvider>
  </StrictMode>,
);
