import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readWhole } from './whole.ts';

/** Adds to the number of fields whose text is refused. */
export type CountWrong = (update: (wrong: number) => number) => void;

/** Keeps what is typed, also what it refuses; only an allowed number or null for an empty field is passed on. */
export function NumberField({
  label,
  description,
  value,
  isAllowed,
  refusal,
  countWrong,
  onChange,
}: {
  label: string;
  description?: string;
  value: string;
  isAllowed: (number: number) => boolean;
  refusal: string;
  countWrong: CountWrong;
  onChange: (number: number | null) => void;
}) {
  /** The address follows later than the keys. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const isWrong = readWhole(text, isAllowed) === undefined;
  useEffect(() => {
    if (!isWrong) return;
    countWrong((wrong) => wrong + 1);
    return () => countWrong((wrong) => wrong - 1);
  }, [isWrong, countWrong]);
  return (
    <TextInput
      inputMode="numeric"
      label={label}
      description={description}
      value={text}
      error={isWrong ? refusal : undefined}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const number = readWhole(currentTarget.value, isAllowed);
        if (number !== undefined) onChange(number);
      }}
    />
  );
}
