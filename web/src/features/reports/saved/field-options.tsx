import { NativeSelect } from '@mantine/core';
import type { CatalogueField } from '../../../../../domain/report-catalogue/catalogue.ts';

export type When = 'today' | 'event';

const GROUPS = [
  { label: 'Application', holds: (id: string) => id.startsWith('application.') },
  { label: 'Answers', holds: (id: string) => id.startsWith('answer.') },
  { label: 'What happened', holds: (id: string) => !/^(application|answer)\./.test(id) },
] as const;

/** Options of a select, by what the fields belong to. */
export const FieldOptions = ({ fields }: { fields: readonly CatalogueField[] }) =>
  GROUPS.map(({ label, holds }) => {
    const some = fields.filter(({ id }) => holds(id));
    return (
      some.length > 0 && (
        <optgroup key={label} label={label}>
          {some.map((field) => (
            <option key={field.id} value={field.id}>
              {field.label}
            </option>
          ))}
        </optgroup>
      )
    );
  });

/** Which of two values counts, where a field changes after the event. */
export const MomentSelect = ({ value, onChange }: { value: When; onChange: (when: When) => void }) => (
  <NativeSelect
    aria-label="As of"
    value={value}
    data={[
      { value: 'today', label: 'as it is today' },
      { value: 'event', label: 'as it was after the event' },
    ]}
    onChange={({ currentTarget }) => onChange(currentTarget.value as When)}
  />
);
