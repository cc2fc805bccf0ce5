import { Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { FileReference } from '../../../../api/contract/values.ts';
import { type Integration, recognizeEmbed } from '../../../../domain/process/embed-address.ts';
import { Day } from '../dates/dates.tsx';
import { addressOfFile } from '../files/files.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import classes from './batch-article.module.css';
import { Embed } from './embed.tsx';
import { placesOf } from './places-left.ts';

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

/** A line that is only the address of a Vimeo video becomes the video; the rest is Markdown. */
function partsOf(description: string): readonly (string | Integration)[] {
  const parts: (string | Integration)[] = [];
  let lines: string[] = [];
  const close = () => {
    if (lines.some((line) => line.trim() !== '')) parts.push(lines.join('\n'));
    lines = [];
  };
  for (const line of description.split('\n')) {
    const video = videoAt(line.trim());
    if (video === null) lines.push(line);
    else {
      close();
      parts.push(video);
    }
  }
  close();
  return parts;
}

function videoAt(address: string): Integration | null {
  if (!URL.canParse(address)) return null;
  const recognized = recognizeEmbed(address);
  return recognized.ok && recognized.integration.type === 'Vimeo' ? recognized.integration : null;
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
          <Unbroken text={name} />
        </Title>
        <p className={classes.seats}>
          {placesOf({ status, seatsTaken, capacity })}
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
          {partsOf(description).map((part, index) =>
            typeof part === 'string' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
              <Markdown key={index}>{part}</Markdown>
            ) : (
              <Embed key={part.url} integration={part} title={name} />
            ),
          )}
        </section>
      )}
      {children}
    </article>
  );
}
