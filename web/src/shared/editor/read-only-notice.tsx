import type { ReactNode } from 'react';
import { usePosition } from '../as-of/use-past.ts';
import { KeptDraftNote } from '../forms/kept-draft-note.tsx';
import { Notice } from '../ui/notice.tsx';

/** Who may change a document that this person may only read; in the past nobody may. */
export function ReadOnlyNotice({ draftName, children }: { draftName: string; children: ReactNode }) {
  if (usePosition() !== null) return null;
  return (
    <Notice>
      {children}
      <KeptDraftNote namePrefix={draftName} />
    </Notice>
  );
}
