import { LIMITS } from '../limits/limits.ts';
import type { FormField, ProcessConfig } from '../process/config.ts';
import { markerOf, paragraphsIn } from '../text/paragraphs.ts';
import { namesInUse } from './edits.ts';
import { nameFromLabel } from './names.ts';

export interface PastedFields {
  readonly fields: readonly FormField[];
  /** How many more there are than the form can take. */
  readonly leftOut: number;
}

/**
 * A question for each paragraph: its first line is the label, with a `*` at its end if it is required; each further line
 * is an option. `taken` are names that hold answers.
 */
export function pastedFields(
  text: string,
  { config, taken, room }: { readonly config: ProcessConfig; readonly taken: Iterable<string>; readonly room: number },
): PastedFields {
  const names = new Set([...namesInUse(config), ...taken]);
  const paragraphs = paragraphsIn(text);
  const fields = paragraphs.slice(0, room).map(([first = '', ...lines]): FormField => {
    const required = first.endsWith('*');
    const label = required ? first.slice(0, -1).trim() : first;
    const name = nameFromLabel(label, names);
    names.add(name);
    const marker = markerOf(lines);
    // One too many shows that there are too many.
    const options = lines.slice(0, LIMITS.options + 1).map((line) => (marker ? line.replace(marker, '') : line));
    const asked = { name, label, required };
    return options.length === 0
      ? { ...asked, dataType: 'text' }
      : { ...asked, dataType: 'select', options: [...new Set(options)] };
  });
  return { fields, leftOut: paragraphs.length - fields.length };
}
