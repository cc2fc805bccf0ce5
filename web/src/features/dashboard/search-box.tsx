import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, startTransition, useEffect, useReducer, useState } from 'react';
import classes from './dashboard.module.css';
import { readAddress } from './dashboard-address.ts';
import { afterFrames } from './turns.ts';

/** No name and no email is longer, and a server refuses an address of many thousands of letters. */
const LONGEST = 500;

const addressed = () => readAddress(new URLSearchParams(location.search)).query;

/** What is looked for: what is typed shows at once, the rows follow as fast as they can, and then the address. */
export function useSearch(initial: string, onSearch: (query: string) => void) {
  const [query, setQuery] = useState(initial);
  const [revision, revise] = useReducer((count: number) => count + 1, 0);
  useEffect(() => (query === addressed() ? undefined : afterFrames(() => onSearch(query))), [query, onSearch]);
  useEffect(() => {
    const onBack = () => {
      if (query === addressed()) return;
      setQuery(addressed());
      revise();
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, [query]);
  const clear = () => {
    setQuery('');
    revise();
  };
  return { query, revision, search: setQuery, clear };
}

/** Keeps what is typed to itself, so that a letter draws nothing else; with a new `revision` it takes what was set from outside. */
export function SearchBox({
  query,
  revision,
  seesAssignees,
  input,
  onQuery,
}: {
  query: string;
  revision: number;
  seesAssignees: boolean;
  input: RefObject<HTMLInputElement | null>;
  onQuery: (query: string) => void;
}) {
  const [typed, setTyped] = useState(query);
  const [taken, take] = useState(revision);
  if (taken !== revision) {
    take(revision);
    setTyped(query);
  }
  return (
    <TextInput
      ref={input}
      type="search"
      maxLength={LONGEST}
      size="sm"
      className={classes.search}
      aria-label="Search applications"
      placeholder={seesAssignees ? 'Name, email, status or assignee' : 'Name, email or status'}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        startTransition(() => onQuery(value));
      }}
    />
  );
}
