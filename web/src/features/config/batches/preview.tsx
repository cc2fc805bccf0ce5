import { Button } from '@mantine/core';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { AdditionalDetails, BatchArticle } from '../../../shared/application/batch-article.tsx';
import { BatchCard } from '../../../shared/application/batch-card.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './batches.module.css';

/** Looks like the applicants' button; nothing in a preview can be sent. */
const Apply = () => (
  <Button component="span" className={classes.inactive}>
    Apply
  </Button>
);

/** The applicants' own components with the values of the form. */
export function Preview({ batch }: { batch: Batch }) {
  const shown = { ...batch, name: batch.name || 'Untitled' };
  return (
    <section className={documents.preview} aria-label="What applicants see">
      <h3>Program card</h3>
      {batch.status !== 'Open' && <p className={documents.quiet}>{TEXTS.batchEditor.onlyOpenListed}</p>}
      <ul className={documents.list}>
        <BatchCard batch={shown} order={4}>
          <Apply />
        </BatchCard>
      </ul>
      <h3>Program page</h3>
      <div className={classes.page}>
        <BatchArticle batch={shown} order={4}>
          {batch.status === 'Open' ? <Apply /> : <Notice meaning="attention">{TEXTS.enroll.notAccepting}</Notice>}
          {batch.privateDetails && <AdditionalDetails order={4}>{batch.privateDetails}</AdditionalDetails>}
        </BatchArticle>
      </div>
    </section>
  );
}
