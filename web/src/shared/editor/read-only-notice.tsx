import type { ReactNode } from 'react';
import { usePosition } from '../as-of/use-past.ts';
import { KeptDraftNote } from '../forms/kept-draft-note.tsx';
import { Notice } from '../ui/notice.tsx';

/** Names the roles that may change a document which this person may only read. The past cannot be changed. */
export function ReadOnlyNotice({ draftName, children }: { draftName: string; children: ReactNode }) {
  if (usePosition() !== null) return null;
  return (
    <Notice>
      {children}
      <KeptDraftNote namePrefix={draftName} />
    </Notice>
  );
}
