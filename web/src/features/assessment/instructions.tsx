import { Title } from '@mantine/core';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import { LazyMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import classes from './assessment.module.css';
import { DownloadButton } from './download-button.tsx';

export function Instructions({ assessment: { instructions, attachment } }: { assessment: Assessment }) {
  if (!instructions && !attachment) return null;
  return (
    <section className={classes.part} aria-labelledby="instructions">
      <Title order={2} size="h3" id="instructions">
        Instructions
      </Title>
      {instructions && <LazyMarkdown>{instructions}</LazyMarkdown>}
      {attachment && <DownloadButton file={attachment} />}
    </section>
  );
}
