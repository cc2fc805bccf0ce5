import { dependantLines } from '../../../../../domain/process-editing/dependants.ts';
import { remove, titleAt } from '../../../../../domain/process-editing/edits.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { showConfirm } from '../../../shared/ui/dialogs.tsx';
import { useConditions } from './condition-editor.tsx';
import { useEditing } from './editing.ts';

/** Deletes a step, question or column. It asks first if others refer to it; undo restores everything. */
export function useRemove(): (path: Path) => Promise<void> {
  const { edit } = useEditing();
  const { config, fields } = useConditions();
  return async (path) => {
    const lines = dependantLines(config, path, fields);
    const question = [`Delete “${titleAt(config, path) ?? 'this'}”?`, ...lines].join('\n\n');
    if (lines.length > 0 && !(await showConfirm(question, { confirmLabel: 'Delete', isDestructive: true }))) return;
    edit((newest) => remove(newest, path));
  };
}
