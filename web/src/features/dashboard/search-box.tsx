import { TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, startTransition, useEffect, useReducer, useState } from 'react';
import { afterFrames } from '../../shared/browser/after-paint.ts';
import { readAddress } from './data/dashboard-address.ts';
import { goToFirstHit } from './first-hit.ts';
import classes from './toolbar.module.css';

/** Longer than any name or email. A server refuses an address with thousands of characters. */
const LONGEST = 500;

const addressed = () => readAddress(new URLSearchParams(location.search)).query;

/** The search text: the box shows it at once, then the rows follow, then the address. */
export function useSearch(initial: string, onSearch: (query: string) => void) {
  const [query, setQuery] = useState(initial);
  const [revision, revise] = useReducer((count: number) => count + 1, 0);
  useEffect(() => (query === addressed() ? undefined : afterFrames(() => onSearch(query))), [query, onSearch]);
  useWindowEvent('popstate', () => {
    if (query === addressed()) return;
    setQuery(addressed());
    revise();
  });
  const clear = () => {
    setQuery('');
    revise();
  };
  return { query, revision, search: setQuery, clear };
}

/** Keeps the typed text in its own state, so that typing rerenders nothing else. A new `revision` takes the text from outside. */
export function SearchBox({
  query,
  revision,
  input,
  onQuery,
}: {
  query: string;
  revision: number;
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
      size="xs"
      radius="1rem"
      className={classes.search}
      aria-label="Search applications"
      placeholder="Name, email, phone, status…"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        startTransition(() => onQuery(value));
      }}
      onKeyDown={(event) => {
        if ((event.key !== 'Enter' && event.key !== 'ArrowDown') || event.nativeEvent.isComposing) return;
        event.preventDefault();
        goToFirstHit(event.currentTarget);
      }}
    />
  );
}
