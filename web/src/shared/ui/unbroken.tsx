import { Fragment } from 'react';
import classes from './unbroken.module.css';

/** A heading breaks at the hyphen of a word, such as *Full-Stack*, only where the word is wider than the line. */
export const Unbroken = ({ text }: { text: string }) =>
  text.includes('-')
    ? text.split(' ').map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
        <Fragment key={at}>
          {at > 0 && ' '}
          {word.includes('-') ? <span className={classes.word}>{word}</span> : word}
        </Fragment>
      ))
    : text;
