interface Leaving {
  readonly from: string;
  readonly to: string;
  readonly leave: () => void;
}

/** Whether it holds the visitor back. It may call `leave` later. */
type Guard = (leaving: Leaving) => boolean;

let guard: Guard | null = null;

export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

export const isHeldBack = (leaving: Leaving): boolean => guard?.(leaving) ?? false;
