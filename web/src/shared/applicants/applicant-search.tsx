import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Applicant } from '../../../../api/contract/applications.ts';
import { SEARCH_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { StatusChip } from '../application/status-chip.tsx';
import { batchesQuery } from '../staff-queries/list-queries.ts';
import { Problem } from '../ui/notice.tsx';
import { SearchList } from '../ui/search-list.tsx';
import classes from './applicant-search.module.css';
import { applicantDetail, applicantLabel, useApplicantSearch } from './use-applicant-search.ts';

/** Staff choose one applicant of their organization by name, email, phone or number. */
export function ApplicantSearch({ label, onChoose }: { label: string; onChoose: (applicant: Applicant) => void }) {
  const [text, setText] = useState('');
  const { applicants, isSearching, error, refetch } = useApplicantSearch(text);
  const { data: batches = [] } = useQuery(batchesQuery);
  const isEmpty = text.trim() === '';
  const found = isSearching
    ? 'Searching'
    : applicants.length === 0
      ? 'No applicant found'
      : `${applicants.length} found`;
  const choices = applicants.map((applicant) => ({
    id: applicant._id,
    label: applicantLabel(applicant),
    detail: applicantDetail(applicant, batches.find(({ _id }) => _id === applicant.batchId)?.name),
    end: <StatusChip status={applicant.status} />,
    choose: () => {
      setText('');
      onChoose(applicant);
    },
  }));
  return (
    <div>
      <p className={classes.label} aria-hidden>
        {label}
      </p>
      <div className={classes.search}>
        <SearchList
          isSearching={isSearching}
          hasFailed={error !== null}
          label={label}
          placeholder="Name, email, phone or number"
          text={text}
          onText={setText}
          maxLength={SEARCH_LIMIT}
          icon={<IconSearch size={16} aria-hidden />}
          groups={choices.length > 0 ? [{ label: 'Applicants', choices }] : []}
          status={isEmpty ? '' : found}
        >
          {error && (
            <div className={classes.note}>
              <Problem error={error} />
              <Button size="compact-sm" variant="default" onClick={refetch}>
                Try again
              </Button>
            </div>
          )}
          {!error && !isEmpty && choices.length === 0 && (
            <p className={classes.note}>{isSearching ? 'Searching…' : TEXTS.portal.noApplicantFound}</p>
          )}
        </SearchList>
      </div>
    </div>
  );
}
