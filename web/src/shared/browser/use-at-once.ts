import { useState } from 'react';

/** Shows a choice at once, although the address or the server has it later. */
export function useAtOnce<Value>(value: Value, onChoose: (value: Value) => void) {
  const [state, setState] = useState({ value, chosen: value });
  if (state.value !== value) setState({ value, chosen: value });
  const choose = (chosen: Value) => {
    setState({ value, chosen });
    onChoose(chosen);
  };
  return [state.chosen, choose] as const;
}
