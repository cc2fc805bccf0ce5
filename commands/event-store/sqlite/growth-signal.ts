export interface GrowthSignal {
  announce(): void;
  next(signal: AbortSignal): Promise<void>;
  end(): void;
  readonly hasEnded: boolean;
}

export function createGrowthSignal(): GrowthSignal {
  const waiting = new Set<() => void>();
  let hasEnded = false;
  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  return {
    announce: wakeAll,
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
