import { isSameValue, textOf } from '../../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import documents from '../../../shared/editor/documents.module.css';
import type { Values } from '../../../shared/forms/field-errors.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { isChat, wordsOf } from './fields.ts';
import classes from './webhooks.module.css';

const exampleIn = (form: string) => JSON.stringify({ [form]: 'Ana Reyes scheduled an interview.' }, null, 2);

/** What holds for the chosen events and format; a new webhook shows all of it. */
export function Information({ values, isNew }: { values: Values; isNew: boolean }) {
  const form = textOf(values.chatForm ?? '');
  const hasDefaultEvents = isSameValue(values.eventTypes ?? '', wordsOf().eventTypes ?? '');
  const showsExample = isNew || isChat(values);
  if (!hasDefaultEvents && !showsExample) return null;
  return (
    <section className={documents.preview} aria-label="About webhooks">
      {hasDefaultEvents && <Notice>{TEXTS.webhooks.information}</Notice>}
      {showsExample && (
        <>
          <p>{TEXTS.webhooks.chatExample(form)}</p>
          <pre className={classes.text}>{exampleIn(form)}</pre>
        </>
      )}
    </section>
  );
}
