import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Words } from '../../../../domain/reports/words.ts';
import classes from './figure.module.css';
import type { Question } from './members.ts';
import { useMembersPath } from './use-members.ts';

/** A sentence whose numbers open their applications; `question` is what all of them have in common. */
export function LinkedSentence({ words, question }: { words: readonly Words[]; question: Question }) {
  const pathOf = useMembersPath();
  return (
    <p className={classes.sentence}>
      {words.map(({ text, members }, n) => {
        const key = `${n} ${text}`;
        if (members === null) return <Fragment key={key}>{text}</Fragment>;
        return (
          <Link key={key} to={pathOf({ ...question, ...members })}>
            {text}
          </Link>
        );
      })}
    </p>
  );
}
