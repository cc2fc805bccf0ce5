import { useRef } from 'react';

/**
 * The version of a document that somebody saw when they began to edit a part of it. Sent with what they save, it makes the
 * server tell them what others have changed there meanwhile, though the page already shows it.
 */
export function useBaseVersion(version: number, isEditing: boolean): number {
  const base = useRef(version);
  if (!isEditing) base.current = version;
  return base.current;
}
