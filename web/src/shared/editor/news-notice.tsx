import { Button } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { counted } from '../../../../domain/text/counted.ts';
import { Day, formatAgo } from '../dates/dates.tsx';
import type { Field } from '../forms/field-errors.ts';
import { useStaffNames } from '../staff-queries/staff-names.ts';
import { Notice } from '../ui/notice.tsx';
import classes from './editor.module.css';
import type { News } from './use-news.ts';
import { changesInWords, whoSaved } from './versions.ts';

/** Of versions, and of changes in each. */
const MOST = 5;
const REFRESH_MS = 30_000;

/** Who has changed what in the open document, and when: "ana@example.com changed Name from A to B, 2 min ago". */
export function NewsNotice({ news: { versions, dismiss }, fields }: { news: News; fields: readonly Field[] }) {
  const call = useStaffNames();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(redraw, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (versions.length === 0) return null;
  const more = versions.length - MOST;
  return (
    <div className={classes.news}>
      <Notice meaning="attention" role="status">
        {versions.slice(0, MOST).map((one) => {
          const lines = changesInWords(one, fields);
          const rest = lines.length - MOST;
          return (
            <p key={one.version} dir="auto">
              <strong>{whoSaved(one, null, call)}</strong> changed {lines.slice(0, MOST).join('; ')}
              {rest > 0 && ` and ${counted(rest, 'other thing', 'other things')}`},{' '}
              <Day at={one.at}>{formatAgo(one.at)}</Day>
            </p>
          );
        })}
        {more > 0 && <p>{counted(more, 'earlier change', 'earlier changes')}: see the history.</p>}
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          Got it
        </Button>
      </Notice>
    </div>
  );
}
