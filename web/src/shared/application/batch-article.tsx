import { Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { FileReference } from '../../../../api/contract/values.ts';
import { Day } from '../dates/dates.tsx';
import { addressOfFile } from '../files/files.ts';
import { Markdown } from '../markdown/markdown.tsx';
import classes from './batch-article.module.css';
import { placesLeft } from './places-left.ts';

function Banner({ file }: { file: FileReference }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return null;
  return <img className={classes.banner} src={addressOfFile(file)} alt="" onError={() => setHasFailed(true)} />;
}

/** For signed-in people. */
export function AdditionalDetails({ order = 2, children }: { order?: 2 | 4; children: string }) {
  return (
    <section className={classes.words}>
      <Title order={order} size="h3" mb="sm">
        Additional Details
      </Title>
      <Markdown>{children}</Markdown>
    </section>
  );
}

/** A program's own page. */
export function BatchArticle({
  batch: { name, description, bannerFile, seatsTaken, capacity, status, openedAt },
  order = 1,
  children,
}: {
  batch: Pick<Batch, 'name' | 'description' | 'bannerFile' | 'seatsTaken' | 'capacity' | 'status' | 'openedAt'>;
  /** Of the heading. */
  order?: 1 | 4;
  /** What the visitor can do, and the details for signed-in people. */
  children: ReactNode;
}) {
  return (
    <article className={classes.page}>
      {bannerFile && <Banner key={bannerFile.fileId} file={bannerFile} />}
      <header>
        <Title order={order} size="h1" dir="auto">
          {name}
        </Title>
        <p className={classes.seats}>
          {status === 'Open' ? placesLeft({ seatsTaken, capacity }) : `${seatsTaken} of ${capacity} places taken`}
          {status !== 'Draft' && (
            <>
              {' · '}
              {status === 'Open' ? 'open since' : 'opened'} <Day at={openedAt} />
            </>
          )}
        </p>
      </header>
      {description && (
        <section className={classes.words}>
          {order === 1 && (
            <VisuallyHidden>
              <h2>About this program</h2>
            </VisuallyHidden>
          )}
          <Markdown>{description}</Markdown>
        </section>
      )}
      {children}
    </article>
  );
}
