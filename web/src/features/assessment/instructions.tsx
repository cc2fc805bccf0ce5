import { Button, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import { addressOfFile, shortFileName } from '../../shared/files.ts';
import { LazyMarkdown } from '../../shared/lazy-markdown.tsx';
import classes from './assessment.module.css';

/** What is to be done, and what comes with it. */
export function Instructions({ assessment: { instructions, attachment } }: { assessment: Assessment }) {
  if (!instructions && !attachment) return null;
  return (
    <section className={classes.part} aria-labelledby="instructions">
      <Title order={2} size="h3" id="instructions">
        Instructions
      </Title>
      {instructions && <LazyMarkdown>{instructions}</LazyMarkdown>}
      {attachment && (
        <Button
          component="a"
          href={addressOfFile(attachment)}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          title={attachment.fileName}
        >
          {shortFileName(attachment.fileName)}
        </Button>
      )}
    </section>
  );
}
