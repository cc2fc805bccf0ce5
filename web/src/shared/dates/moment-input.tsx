import { TextInput } from '@mantine/core';

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** The viewer's local time in the input's format. */
function localText(at: string): string {
  if (at === '') return '';
  const date = new Date(at);
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** `at` is an instant (ISO-8601 UTC), or empty. */
export function MomentInput({ label, at, onMoment }: { label: string; at: string; onMoment: (at: string) => void }) {
  return (
    <TextInput
      type="datetime-local"
      size="sm"
      label={label}
      max="9999-12-31T23:59"
      value={localText(at)}
      onChange={({ currentTarget: { value } }) => {
        const instant = new Date(value);
        onMoment(value === '' || Number.isNaN(instant.getTime()) ? '' : instant.toISOString());
      }}
    />
  );
}
