import { useRef } from 'react';

/**
 * The version on which a person's edit is based, sent with the save so that the server reports what others changed since. It
 * follows `version` until the edit begins; `rebase` moves it to the version that the person's own save made.
 */
export function useBaseVersion(
  version: number,
  isEditing: boolean,
): { readonly since: number; readonly rebase: (version: number) => void } {
  const base = useRef(version);
  if (!isEditing) base.current = version;
  return {
    since: base.current,
    rebase: (saved) => {
      base.current = saved;
    },
  };
}
