import { textOf } from '../../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import documents from '../../../shared/editor/documents.module.css';
import type { Values } from '../../../shared/forms/field-errors.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './webhooks.module.css';

const exampleIn = (form: string) => JSON.stringify({ [form]: 'Ana Reyes scheduled an interview.' }, null, 2);

export function Information({ values: { chatForm } }: { values: Values }) {
  const form = textOf(chatForm ?? '');
  return (
    <section className={documents.preview} aria-label="About webhooks">
      <Notice>{TEXTS.webhooks.information}</Notice>
      <p>{TEXTS.webhooks.chatExample(form)}</p>
      <pre className={classes.text}>{exampleIn(form)}</pre>
    </section>
  );
}
