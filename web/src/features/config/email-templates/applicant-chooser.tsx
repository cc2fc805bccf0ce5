import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SEARCH_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { Problem } from '../../../shared/ui/notice.tsx';
import { SearchSelect } from '../../../shared/ui/search-select.tsx';
import { applicantsQuery } from './queries.ts';

const PAUSE_MS = 200;

const SAMPLE = { value: 'sample', label: 'Sample values' };

/** Whose values fill in the preview: an applicant whom the server finds, or null for sample values. */
export function ApplicantChooser({
  organizationId,
  onChange,
}: {
  organizationId: string;
  onChange: (applicationId: string | null) => void;
}) {
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string } | null>(null);
  const [search, setSearch] = useState('');
  const typed = search === chosen?.label ? '' : search.trim();
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const { data: found = [], error, isFetching } = useQuery(applicantsQuery(organizationId, asked));
  const options = found.map((one) => ({
    value: one._id,
    label: `${nameOf(one)} · ${one.email} · ${one.trackingNumber}`,
  }));
  const isSearching = typed !== asked || isFetching;
  return (
    <>
      <SearchSelect
        label="Fill in values of"
        placeholder="Sample values, or search for an applicant"
        maxLength={SEARCH_LIMIT}
        data={typed === '' ? (chosen ? [SAMPLE, chosen] : []) : options}
        filter={({ options: all }) => all}
        nothingFoundMessage={
          typed === '' ? 'Type a name, email or number' : isSearching ? 'Searching…' : 'No applicant found'
        }
        value={chosen?.value ?? null}
        searchValue={search}
        onSearchChange={setSearch}
        allowDeselect={false}
        onChange={(id) => {
          const now = options.find(({ value }) => value === id) ?? null;
          setChosen(now);
          setSearch(now?.label ?? '');
          onChange(now && id);
        }}
      />
      <Problem error={error} />
    </>
  );
}
