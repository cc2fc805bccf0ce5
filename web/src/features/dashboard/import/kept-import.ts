import { useRef, useState } from 'react';
import { drafts } from '../../../shared/drafts/drafts.ts';
import type { Staff } from '../data/use-dashboard-data.ts';
import type { Reading } from './read-spreadsheet.ts';
import type { Counts } from './row-results.ts';
import type { Mapping } from './suggest-columns.ts';

/** What a reload keeps: no cell of the spreadsheet, and no title of a column, which may be the first person's name. */
export interface KeptImport {
  readonly batchId?: string;
  readonly fileName?: string;
  /** SHA-256 of the file in hexadecimal: only the same file goes on. */
  readonly digest?: string;
  readonly reading?: Reading;
  readonly mapping?: Mapping;
  readonly bulkId?: string;
  /** Of a finished import. */
  readonly counts?: Counts;
}

const parsed = (text: unknown): KeptImport => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : {};
  } catch {
    return {};
  }
};

/** A draft of this person and school on this device. */
export function useKeptImport({ myId, organizationId }: Staff) {
  const name = `import.${organizationId}`;
  const [mine] = useState(() => drafts.of(myId));
  const [kept, setKept] = useState<KeptImport>(() => parsed(mine.read(name)?.import));
  // A file is read asynchronously, so two changes may come before the next render.
  const latest = useRef(kept);
  return {
    kept,
    keep: (more: KeptImport) => {
      latest.current = { ...latest.current, ...more };
      mine.write(name, { import: JSON.stringify(latest.current) }, {});
      setKept(latest.current);
    },
    forget: () => {
      latest.current = {};
      mine.remove(name);
      setKept({});
    },
  };
}

export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).reduce(
    (text, byte) => text + byte.toString(16).padStart(2, '0'),
    '',
  );
}
