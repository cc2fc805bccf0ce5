import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { DashboardTab } from '../../../../domain/batch/on-dashboard.ts';
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
          'A batch moves here once its course has started and its status is Complete.'
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
      {seesAssignees
        ? 'The search covers the name, email, phone, number, status and the assignee’s email.'
        : 'The search covers the name, email, phone, number and status.'}
    </EmptyState>
  );
}
