import classes from './history.module.css';
import type { Sentence } from './sentences.ts';

/** Who did what, with the values set off: what it was is quiet, what it became is firm. */
export function SentenceText({ sentence: { who, parts } }: { sentence: Sentence }) {
  return (
    <span className={classes.sentence}>
      <span className={classes.who}>{who}</span>{' '}
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : part.was ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts never move
          <span key={index} className={classes.was}>
            {part.value}
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts never move
          <em key={index} className={classes.value}>
            {part.value}
          </em>
        ),
      )}
    </span>
  );
}
