import { useContext } from 'react';
import { ShownMomentContext } from '../as-of/shown-moment.ts';
import { membersPath, type Question } from './members.ts';

/** What all numbers of an answer have in common: its position, for readers of the history. */
export function useQuestion(question: Question, position: string): Question {
  const { readsHistory } = useContext(ShownMomentContext);
  return readsHistory ? { ...question, asOf: position } : question;
}

/** The address of the applications behind a number, as of the moment of the page. */
export function useMembersPath(): (question: Question) => string {
  const { asOf } = useContext(ShownMomentContext);
  return (question) => membersPath(question, asOf);
}
