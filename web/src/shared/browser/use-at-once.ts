import { useState } from 'react';

/** Shows a choice at once, and passes it to the address at low priority. */
export function useAtOnce<Value>(value: Value, onChoose: (value: Value) => void) {
  const [state, setState] = useState({ value, chosen: value });
  if (state.value !== value) setState({ value, chosen: value });
  const choose = (chosen: Value) => {
    setState({ value, chosen });
    onChoose(chosen);
  };
  return [state.chosen, choose] as const;
}
