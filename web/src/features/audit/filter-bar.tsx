import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SEARCH_LIMIT } from '../../../../domain/text/text-limits.ts';
import { callAmong } from '../../../../domain/user/display-name.ts';
import { queryOf } from '../../shared/api/calls.ts';
import { MomentInput } from '../../shared/dates/moment-input.tsx';
import log from '../../shared/log/log.module.css';
import { type AuditAddress, type Excludable, isNarrowed, type Narrowing, readAddress } from './address.ts';
import classes from './audit.module.css';
import { KINDS, OTHER_AUTHORS } from './audit-words.ts';
import { changesOf } from './change-words.ts';
import { useChosenNames } from './use-chosen-names.ts';

const TYPING_MS = 300;

export function FilterBar({ organizationId, address, onNarrow }: Narrowing) {
  const { data: members } = useQuery(queryOf('/api/users', { query: { organizationId } }));
  const { person, object } = useChosenNames(organizationId, address);
  const call = callAmong(members ?? []);
  const people = (members ?? []).map(({ _id, email }) => ({ value: _id, label: call(email) ?? '' }));
  const isListed =
    people.some(({ value }) => value === address.actorId) || Object.hasOwn(OTHER_AUTHORS, address.actorId);
  const others = Object.entries(OTHER_AUTHORS).map(([value, label]) => ({ value, label }));
  const offered = address.excluded.has('kind') ? '' : address.kind;
  const choose = (changes: Partial<AuditAddress>) => onNarrow(changes);
  const exclude = (member: Excludable, isExcluded: boolean) => {
    const excluded = new Set(address.excluded);
    if (isExcluded) excluded.add(member);
    else excluded.delete(member);
    onNarrow({ excluded });
  };
  return (
    <search className={log.filters} aria-label="Filters">
      <SearchText text={address.text} onText={(text) => onNarrow({ text }, { replaces: true })} />
      <Choice
        label="Person"
        isExcluded={address.excluded.has('actorId')}
        onExclude={(isExcluded) => exclude('actorId', isExcluded)}
        value={address.actorId}
        options={[
          { value: '', label: 'Anyone' },
          ...(address.actorId !== '' && !isListed ? [{ value: address.actorId, label: person ?? 'This person' }] : []),
          ...people,
          ...others,
        ]}
        onValue={(actorId) => choose({ actorId })}
      />
      <Choice
        label="Kind"
        isExcluded={address.excluded.has('kind')}
        onExclude={(isExcluded) => exclude('kind', isExcluded)}
        value={address.kind}
        options={[
          { value: '', label: 'Everything' },
          ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
        ]}
        onValue={(kind) => choose({ kind, ...(isOffered(kind, address.type) ? {} : { type: '' }) })}
      />
      <Choice
        label="Change"
        isExcluded={address.excluded.has('type')}
        onExclude={(isExcluded) => exclude('type', isExcluded)}
        value={address.type}
        options={[
          { value: '', label: 'Any change' },
          ...changesOf(offered),
          ...(isOffered(offered, address.type) ? [] : [{ value: address.type, label: 'Another change' }]),
        ]}
        onValue={(type) => choose({ type })}
      />
      {address.documentId !== '' && (
        <Choice
          label="Object"
          isExcluded={address.excluded.has('documentId')}
          onExclude={(isExcluded) => exclude('documentId', isExcluded)}
          value={address.documentId}
          options={[
            { value: '', label: 'Any object' },
            { value: address.documentId, label: object ?? 'This object' },
          ]}
          onValue={(documentId) => choose({ documentId })}
        />
      )}
      <MomentInput label="From" at={address.from} onMoment={(from) => onNarrow({ from })} />
      <MomentInput label="Until" at={address.to} onMoment={(to) => onNarrow({ to })} />
      {isNarrowed(address) && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => onNarrow(readAddress(new URLSearchParams()))}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

const isOffered = (kind: string, type: string): boolean =>
  type === '' || changesOf(kind).some(({ value }) => value === type);

function SearchText({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [taken, take] = useState(text);
  if (taken !== text) {
    take(text);
    if (typed.trim() !== text) setTyped(text);
  }
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => onText(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      size="sm"
      className={classes.search}
      maxLength={SEARCH_LIMIT}
      label="Search"
      placeholder="Name, email, status or setting"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
    />
  );
}

function Choice({
  label,
  isExcluded,
  onExclude,
  value,
  options,
  onValue,
}: {
  label: string;
  isExcluded: boolean;
  onExclude: (isExcluded: boolean) => void;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onValue: (value: string) => void;
}) {
  return (
    <div className={classes.choice}>
      <NativeSelect
        size="sm"
        label={label}
        value={value}
        data={[...options]}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className={classes.not}
          aria-pressed={isExcluded}
          aria-label={`Everything except this ${label.toLowerCase()}`}
          title={`Everything except this ${label.toLowerCase()}`}
          onClick={() => onExclude(!isExcluded)}
        >
          not
        </button>
      )}
    </div>
  );
}
