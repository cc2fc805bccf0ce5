import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { findPlaces, type Place, placesOf } from '../../../../../domain/process-editing/places.ts';
import { SEARCH_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { SearchList } from '../../../shared/ui/search-list.tsx';
import { useConditions } from './condition-editor.tsx';
import { pathText, useEditing } from './editing.ts';
import classes from './processes.module.css';

const MOST = 20;
const GROUPS: Readonly<Record<Place['kind'], string>> = {
  step: 'Steps',
  question: 'Questions',
  text: 'Texts',
  condition: 'Conditions',
  column: 'Dashboard columns',
};

/** Jumps to a step, question, text, condition or column by its words. */
export function EditorSearch() {
  const { goTo } = useEditing();
  const { config, fields } = useConditions();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const isEmpty = wanted.trim() === '';
  const places = useMemo(() => (isEmpty ? [] : placesOf(config, fields)), [isEmpty, config, fields]);
  const found = useMemo(() => findPlaces(places, wanted, MOST), [places, wanted]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key.toLowerCase() !== 'f') return;
      event.preventDefault();
      box.current?.querySelector('input')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const groups = Object.entries(GROUPS).flatMap(([kind, label]) => {
    const choices = found
      .filter((place) => place.kind === kind)
      .map(({ path, label: words, within }) => ({
        id: pathText(path),
        label: words,
        detail: within,
        choose: () => {
          setText('');
          goTo(path);
        },
      }));
    return choices.length > 0 ? [{ label, choices }] : [];
  });
  const status = isEmpty ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the box must not save, and Escape empties the box
    <div
      ref={box}
      className={classes.find}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
        if (event.key === 'Escape') setText('');
      }}
    >
      <SearchList
        label="Find in this process"
        placeholder="Find in this process (Ctrl+Shift+F)"
        text={text}
        onText={setText}
        maxLength={SEARCH_LIMIT}
        icon={<IconSearch size={16} aria-hidden />}
        groups={groups}
        status={status}
      >
        {!isEmpty && found.length === 0 && <p className={classes.notFound}>{TEXTS.processEditor.nothingFound}</p>}
      </SearchList>
    </div>
  );
}
