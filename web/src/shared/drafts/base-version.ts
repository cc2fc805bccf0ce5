import { useRef } from 'react';

/** Sent with the save, so that the server reports what others changed since; `rebase` follows an own save. */
export function useBaseVersion(
  version: number,
  isEditing: boolean,
  /** Of an editing that went on elsewhere before. */
  begunAt = version,
): { readonly since: number; readonly rebase: (version: number) => void } {
  const base = useRef(begunAt);
  if (!isEditing) base.current = version;
  return {
    since: base.current,
    rebase: (saved) => {
      base.current = saved;
    },
  };
}
