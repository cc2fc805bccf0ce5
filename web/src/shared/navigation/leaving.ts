/** Whether it holds the visitor back. It may call `leave` later. */
type Guard = (leave: () => void) => boolean;

let guard: Guard | null = null;

export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

export const isHeldBack = (leave: () => void): boolean => guard?.(leave) ?? false;
