import { useRef } from 'react';

/**
 * The version of a document when the person began to edit a part of it. Sent with the save, it makes the server report what
 * others have changed since, even if the page shows it already.
 */
export function useBaseVersion(version: number, isEditing: boolean): number {
  const base = useRef(version);
  if (!isEditing) base.current = version;
  return base.current;
}
