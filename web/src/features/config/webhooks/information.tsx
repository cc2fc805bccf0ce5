import { TEXTS } from '../../../../../domain/text/texts.ts';
import documents from '../../../shared/editor/documents.module.css';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './webhooks.module.css';

const EXAMPLE = JSON.stringify({ content: 'Ana Reyes scheduled an interview.' }, null, 2);

export function Information() {
  return (
    <section className={documents.preview} aria-label="About webhooks">
      <Notice>{TEXTS.webhooks.information}</Notice>
      <p>{TEXTS.webhooks.chatExample}</p>
      <pre className={classes.text}>{EXAMPLE}</pre>
    </section>
  );
}
