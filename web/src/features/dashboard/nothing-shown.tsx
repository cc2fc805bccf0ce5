import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { DashboardTab } from '../../../../domain/batch/on-dashboard.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { EmptyState } from '../../shared/pages/page-state.tsx';
import { preview } from './data/columns.ts';

export function NothingShown({
  query,
  isFiltered,
  tab,
  seesAssignees,
  onClear,
}: {
  query: string;
  isFiltered: boolean;
  tab: DashboardTab;
  seesAssignees: boolean;
  onClear: () => void;
}) {
  const words = query.trim();
  if (words === '' && !isFiltered) {
    return (
      <EmptyState title="No batches here">
        {tab === 'complete' ? (
          TEXTS.dashboard.completeEmpty
        ) : (
          <>
            Applications appear here once a batch is open. You create batches in{' '}
            <Link to={`${pagePath('config')}/batches`}>Config</Link>.
          </>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={words === '' ? 'No application matches the filters' : `Nothing matches “${preview(words)}”`}
      action={
        <Button variant="default" onClick={onClear}>
          {isFiltered ? 'Clear search and filters' : 'Clear the search'}
        </Button>
      }
    >
      {seesAssignees ? TEXTS.dashboard.searchCoversAssignee : TEXTS.dashboard.searchCovers}
    </EmptyState>
  );
}
