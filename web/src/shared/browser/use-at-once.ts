import { useState } from 'react';

/** What one chooses shows at once; what follows from it comes through the address, as fast as it can. */
export function useAtOnce<Value>(value: Value, onChoose: (value: Value) => void) {
  const [state, setState] = useState({ value, chosen: value });
  if (state.value !== value) setState({ value, chosen: value });
  const choose = (chosen: Value) => {
    setState({ value, chosen });
    onChoose(chosen);
  };
  return [state.chosen, choose] as const;
}
