import { Button, CopyButton, Textarea } from '@mantine/core';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import documents from '../../../shared/editor/documents.module.css';
import classes from './batches.module.css';
import { embedAddress, embedSnippet } from './embed-snippet.ts';

/** For a saved batch: the snippet for other sites, and the frame as they show it. */
export function Embedding({ batch }: { batch: Batch }) {
  const address = embedAddress(location.origin, batch._id);
  const snippet = embedSnippet(address, batch.name);
  return (
    <section className={documents.preview} aria-label="Embedding">
      <h3>On another site</h3>
      {!batch.enableEmbedding ? (
        <p className={documents.quiet}>{TEXTS.batchEditor.turnOnEmbedding}</p>
      ) : batch.status === 'Draft' ? (
        <p className={documents.quiet}>{TEXTS.batchEditor.draftNotEmbedded}</p>
      ) : (
        <>
          <p>{TEXTS.batchEditor.snippetHelp}</p>
          <Textarea
            classNames={{ input: classes.snippet ?? '' }}
            aria-label="Snippet"
            readOnly
            rows={8}
            value={snippet}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton value={snippet} timeout={3000}>
            {({ copied, copy }) => (
              <Button variant="default" size="sm" className={classes.start} onClick={copy}>
                <span aria-live="polite">{copied ? 'Copied' : 'Copy the snippet'}</span>
              </Button>
            )}
          </CopyButton>
          <iframe
            key={batch.version}
            className={classes.frame}
            src={address}
            title={`${batch.name} as other sites show it`}
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          />
        </>
      )}
    </section>
  );
}
