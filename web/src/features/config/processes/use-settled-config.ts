import { useDeferredValue, useEffect, useState } from 'react';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import type { History } from '../../../../../domain/process-editing/history.ts';

/** Longer than the pause between the keys of a fast typist. */
const PAUSE_MS = 150;

/**
 * The config for what is drawn from all of it, such as the preview and the conditions: after a pause while one text is typed, because
 * that takes longer than a key may wait, and at once after any other edit.
 */
export function useSettledConfig({ config, past }: History): ProcessConfig {
  const key = past.at(-1)?.key;
  const count = past.length;
  const [settled, setSettled] = useState({ config, key, count });
  const isTyped = key !== undefined && key === settled.key && count === settled.count;
  const isBehind = config !== settled.config;
  if (isBehind && !isTyped) setSettled({ config, key, count });
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setSettled({ config, key, count }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isBehind, config, key, count]);
  return useDeferredValue(settled.config);
}
