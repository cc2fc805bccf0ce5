import { Title } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Batch } from '../../../../api/contract/batches.ts';
import { Day } from '../dates/dates.tsx';
import { addressOfFile } from '../files/files.ts';
import { LazyMarkdown, preloadMarkdown } from '../markdown/lazy-markdown.tsx';
import { plainText } from '../markdown/plain-text.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import classes from './batch-card.module.css';
import { placesLeft } from './places-left.ts';

/** A shorter description is shown in full, so that "Show More" always shows more. */
const isLong = (description: string) => description.length > 180 || description.includes('\n\n');

function Description({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (!isLong(text)) return <LazyMarkdown>{text}</LazyMarkdown>;
  return (
    <>
      <div id={id}>
        {isOpen ? <LazyMarkdown>{text}</LazyMarkdown> : <p className={classes.preview}>{plainText(text)}</p>}
      </div>
      <button
        type="button"
        className={classes.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={preloadMarkdown}
        onFocus={preloadMarkdown}
      >
        {isOpen ? 'Show Less' : 'Show More'}
      </button>
    </>
  );
}

/** A program in the list that applicants choose from. */
export function BatchCard({
  batch,
  isChosen = false,
  order = 2,
  children,
}: {
  batch: Pick<Batch, 'name' | 'description' | 'iconFile' | 'seatsTaken' | 'capacity' | 'openedAt'>;
  isChosen?: boolean;
  /** Of the heading. */
  order?: 2 | 4;
  /** What the applicant can do with it. */
  children: ReactNode;
}) {
  return (
    <li className={isChosen ? `${classes.card} ${classes.chosen}` : classes.card}>
      <div className={classes.cardHead}>
        <div className={classes.cardTitle}>
          {batch.iconFile && <img src={addressOfFile(batch.iconFile)} alt="" className={classes.icon} />}
          <Title order={order} size="h3">
            <Unbroken text={batch.name} />
          </Title>
        </div>
        <span className={classes.seats}>
          {placesLeft(batch)} ·{' '}
          <span className={classes.since}>
            open since <Day at={batch.openedAt} />
          </span>
        </span>
      </div>
      {batch.description && <Description text={batch.description} />}
      <div className={classes.cardActions}>{children}</div>
    </li>
  );
}
