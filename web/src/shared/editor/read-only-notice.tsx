import type { ReactNode } from 'react';
import { usePosition } from '../as-of/use-past.ts';
import { Notice } from '../ui/notice.tsx';

/** Who may change a document that this person may only read; in the past nobody may. */
export function ReadOnlyNotice({ children }: { children: ReactNode }) {
  return usePosition() === null ? <Notice>{children}</Notice> : null;
}
