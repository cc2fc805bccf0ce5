import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { BatchCard } from '../../shared/application/batch-card.tsx';
import classes from './enroll.module.css';

export function ChoosableBatch({
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
    <BatchCard batch={batch} isChosen={isChosen}>
      {application ? (
        <>
          <span className={classes.applied}>
            <IconInfoCircle size={18} stroke={1.75} aria-hidden /> {TEXTS.enrolling.appliedAlready}
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
    </BatchCard>
  );
}
