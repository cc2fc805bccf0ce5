import type { FormField } from '../../../../../domain/process/config.ts';
import { pastedFields } from '../../../../../domain/process-editing/pasted-fields.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { PasteList } from '../../../shared/editor/paste-list.tsx';
import { useConditions } from './condition-editor.tsx';

const EXAMPLE = 'Where do you live? *\n\nWhich evening suits you?\nMonday\nThursday';

export function PasteFields({
  room,
  taken,
  onAdd,
  onClose,
}: {
  /** How many questions the form can still take. */
  room: number;
  /** Names that hold answers. */
  taken: Iterable<string>;
  onAdd: (fields: readonly FormField[]) => void;
  onClose: () => void;
}) {
  const { config } = useConditions();
  return (
    <PasteList
      description={TEXTS.processEditor.pasteHelp}
      example={EXAMPLE}
      room={room}
      full="This form"
      read={(text) => {
        const { fields, leftOut } = pastedFields(text, { config, taken, room });
        return { items: fields, leftOut };
      }}
      onAdd={onAdd}
      onClose={onClose}
    >
      {({ name, label, required, options = [] }) => (
        <li key={name} dir="auto">
          <bdi>{label}</bdi>
          {required && <strong> (required)</strong>}
          {options.length > 0 && (
            <ul>
              {options.map((option) => (
                <li key={option}>
                  <bdi>{option}</bdi>
                </li>
              ))}
            </ul>
          )}
        </li>
      )}
    </PasteList>
  );
}
