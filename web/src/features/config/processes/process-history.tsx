import { useQueryClient } from '@tanstack/react-query';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { changeLines, type Naming } from '../../../../../domain/process-editing/differences.ts';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import type { Field } from '../../../shared/forms/field-errors.ts';
import { processVersionQuery } from './queries.ts';

export const VERSIONS = '/api/processConfigBlobs/{id}/versions';

/** The members of a config as the fields of a history, which say a change in words. */
export const historyFields = (naming: Naming): readonly Field[] =>
  ['label', 'requestSignup', 'applicationForm', 'applicationDetailsSteps', 'fields'].map((name) => ({
    name,
    label: name,
    dataType: 'custom',
    changeInWords: (before, after) => changeLines(name, memberIn(name, before), memberIn(name, after), naming),
  }));

/** The member behind its form value, see `formValue`. */
const memberIn = (name: string, value: FieldValue): unknown => {
  if (name === 'label') return value;
  if (name === 'requestSignup') return value === 'true';
  return typeof value === 'string' && value !== '' ? (JSON.parse(value) as unknown) : undefined;
};

export function ProcessHistory({
  organizationId,
  document,
  naming,
  onRestore,
  isRestored,
}: {
  organizationId: string;
  document: { readonly _id: string; readonly version: number };
  naming: Naming;
  /** Shows the config in the editor and returns how to undo that; undefined: may only read. */
  onRestore: ((config: ProcessConfig) => () => void) | undefined;
  /** The edits include a restored version. */
  isRestored: boolean;
}) {
  const client = useQueryClient();
  return (
    <DocumentHistory
      path={VERSIONS}
      organizationId={organizationId}
      document={document}
      fields={historyFields(naming)}
      readVersion={(version) => client.query(processVersionQuery(document._id, version))}
      onRestore={onRestore}
      isRestored={isRestored}
    />
  );
}
