import { useState } from 'react';

/** The value as it was when its text last changed. */
export function useUnchanged<Value>(value: Value, text: string | null): Value {
  const [kept, setKept] = useState({ value, text });
  if (kept.text === text) return kept.value;
  setKept({ value, text });
  return value;
}
