import { useState } from 'react';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import type { Words } from '../../../shared/drafts/drafts.ts';
import { useDraft } from '../../../shared/forms/draft.ts';
import { useDraftElsewhere } from '../../../shared/forms/draft-elsewhere.ts';

/** A JSON text that describes no process that can be saved, so that the cards do not show it. */
export interface Unfinished {
  readonly text: string;
  /** The config that the cards had when the text became invalid. */
  readonly base: ProcessConfig;
}

function unfinishedIn(words: Words | null): Unfinished | null {
  if (typeof words?.text !== 'string' || typeof words.base !== 'string') return null;
  try {
    return { text: words.text, base: JSON.parse(words.base) as ProcessConfig };
  } catch {
    return null;
  }
}

/** The invalid text of the JSON view, kept as a draft beside the draft of the cards until it is corrected or discarded. */
export function useUnfinishedText(editorDraftName: string) {
  const draftName = `${editorDraftName}.text`;
  const draft = useDraft(draftName);
  const [unfinished, setUnfinished] = useState(() => unfinishedIn(draft.initial));
  useDraftElsewhere(draft, draftName, (words) => setUnfinished(unfinishedIn(words)));
  return {
    unfinished,
    isKept: unfinished === null || draft.kept !== 'nowhere',
    note: (next: Unfinished | null) => {
      setUnfinished(next);
      if (next) draft.keep({ text: next.text, base: JSON.stringify(next.base) }, {});
      else if (unfinished) draft.forget();
    },
  };
}
