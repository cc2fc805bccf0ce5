import { isApplicationStatus } from '../../../../domain/application/statuses.ts';
import classes from './sentence-text.module.css';
import type { Sentence } from './sentences.ts';

function Value({ text }: { text: string }) {
  return isApplicationStatus(text) ? <span className={classes.status}>{text}</span> : text;
}

export function SentenceText({ sentence: { who, parts } }: { sentence: Sentence }) {
  return (
    <span className={classes.sentence}>
      <span className={classes.who}>{who}</span>{' '}
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : part.was ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not change
          <span key={index} className={classes.was}>
            <Value text={part.value} />
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not change
          <em key={index} className={classes.value}>
            <Value text={part.value} />
          </em>
        ),
      )}
    </span>
  );
}
