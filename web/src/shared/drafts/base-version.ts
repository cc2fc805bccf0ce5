import { useRef } from 'react';

/** Sent with the save, so that the server reports what others changed since; `rebase` follows an own save. */
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
