import { useState } from 'react';

/** Keeps the value's identity until its text changes. */
export function useUnchanged<Value>(value: Value, text: string | null): Value {
  const [kept, setKept] = useState({ value, text });
  if (kept.text === text) return kept.value;
  setKept({ value, text });
  return value;
}
