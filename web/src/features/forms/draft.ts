import { useCallback, useState } from 'react';
import { drafts } from '../../shared/drafts.ts';
import { useUser } from '../../shared/session.ts';
import type { Values } from './field-errors.ts';

/**
 * The draft of one form: what it held when the page was opened, and whether something is kept now. It belongs to
 * whoever opened the page, even when their session ends meanwhile.
 */
export function useDraft(name: string) {
  const { data: user } = useUser();
  const [mine] = useState(() => drafts.of(user?._id));
  const [initial] = useState(() => mine.read(name));
  const [isKept, setIsKept] = useState(initial !== null);
  const keep = useCallback((values: Values, saved: Values) => setIsKept(mine.write(name, values, saved)), [mine, name]);
  const forget = useCallback(() => {
    mine.remove(name);
    setIsKept(false);
  }, [mine, name]);
  return { initial, isKept, keep, forget };
}
