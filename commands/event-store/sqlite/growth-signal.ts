export interface GrowthSignal {
  /** Wakes followers once the writers of this turn of the event loop have their answers, so that they can keep what they wrote. */
  announce(): void;
  next(signal: AbortSignal): Promise<void>;
  end(): void;
  readonly hasEnded: boolean;
}

export function createGrowthSignal(): GrowthSignal {
  const waiting = new Set<() => void>();
  let hasEnded = false;
  let isAnnounced = false;
  const wakeAll = () => {
    isAnnounced = false;
    for (const wake of [...waiting]) wake();
  };
  return {
    announce() {
      if (!isAnnounced) setImmediate(wakeAll);
      isAnnounced = true;
    },
    next: (signal) =>
      new Promise((resolve) => {
        if (hasEnded || signal.aborted) return resolve();
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
    end() {
      hasEnded = true;
      wakeAll();
    },
    get hasEnded() {
      return hasEnded;
    },
  };
}
