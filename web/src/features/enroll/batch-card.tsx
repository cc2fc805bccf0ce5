import { Button, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { placesLeft } from '../../shared/application/places-left.ts';
import { Day } from '../../shared/dates/dates.tsx';
import { addressOfFile } from '../../shared/files/files.ts';
import { LazyMarkdown, preloadMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { plainText } from '../../shared/markdown/plain-text.ts';
import classes from './enroll.module.css';

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

export function BatchCard({
  batch,
  application,
  isChosen,
  isOtherChosen,
  onChoose,
}: {
  batch: Batch;
  application: ApplicationView | undefined;
  isChosen: boolean;
  isOtherChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <li className={isChosen ? `${classes.card} ${classes.chosen}` : classes.card}>
      <div className={classes.cardHead}>
        <div className={classes.cardTitle}>
          {batch.iconFile && <img src={addressOfFile(batch.iconFile)} alt="" className={classes.icon} />}
          <Title order={2} size="h3">
            {batch.name}
          </Title>
        </div>
        <span className={classes.seats}>
          {placesLeft(batch)} · open since <Day at={batch.openedAt} />
        </span>
      </div>
      {batch.description && <Description text={batch.description} />}
      <div className={classes.cardActions}>
        {application ? (
          <>
            <span className={classes.seats} style={{ display: 'inline-flex', gap: '0.375rem' }}>
              <IconInfoCircle size={18} stroke={1.75} aria-hidden /> You have already applied to this program.
            </span>
            <Button component={Link} to={pagePath('application', { applicationId: application._id })} variant="default">
              {TEXTS.enroll.viewMyApplication}
            </Button>
          </>
        ) : (
          <Button
            variant={isChosen || isOtherChosen ? 'default' : 'filled'}
            {...(isChosen ? { leftSection: <IconCheck size={18} aria-hidden />, 'aria-pressed': true } : {})}
            onClick={onChoose}
          >
            {isChosen ? 'Chosen' : 'Apply'}
            <VisuallyHidden>{isChosen ? `: ${batch.name}` : ` to ${batch.name}`}</VisuallyHidden>
          </Button>
        )}
      </div>
    </li>
  );
}
