import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './conflict.module.css';
import { Notice } from './notice.tsx';

interface Way {
  readonly label: string;
  readonly onChoose: () => void;
}

interface TheirValue {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** For this value alone. */
  readonly way?: Way;
}

export function Conflict({
  children,
  values = [],
  mine,
  theirs,
}: {
  children: ReactNode;
  values?: readonly TheirValue[];
  mine: Way;
  theirs: Way;
}) {
  return (
    <Notice meaning="attention" role="alert">
      <p className={classes.words}>{children}</p>
      {values.length > 0 && (
        <dl className={classes.theirs}>
          {values.map(({ name, label, text, way }) => (
            <div key={name}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">
                {text || '—'}
                {way && (
                  <>
                    {' '}
                    <Button size="compact-xs" variant="default" onClick={way.onChoose}>
                      {way.label}
                    </Button>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.ways}>
        <Button size="compact-sm" variant="default" onClick={mine.onChoose}>
          {mine.label}
        </Button>
        <Button size="compact-sm" variant="default" onClick={theirs.onChoose}>
          {theirs.label}
        </Button>
      </div>
    </Notice>
  );
}
