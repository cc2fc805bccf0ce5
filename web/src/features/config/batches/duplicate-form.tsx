import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { FileReference } from '../../../../../domain/file/file-reference.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { addressOfFile } from '../../../shared/files/files.ts';
import { uploaderTo } from '../../../shared/files/upload.ts';
import { storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { batchIn, duplicateFieldsOf, readWith } from './fields.tsx';
import { confirmOpening } from './opening.tsx';
import { Preview } from './preview.tsx';
import { batchQuery } from './queries.ts';
import type { Choices } from './use-choices.ts';

/** A file belongs to one document, so a copy of the document needs a copy of the file. */
async function copyOf(
  file: FileReference | null,
  uploadType: 'iconFile' | 'bannerFile',
  { organizationId, key }: { readonly organizationId: string; readonly key: string },
): Promise<FileReference | null> {
  if (file === null) return null;
  const answer = await fetch(addressOfFile(file));
  if (!answer.ok) throw new Error(TEXTS.access.requestFailed(answer.statusText));
  const upload = uploaderTo('upload', { targetType: 'batch', uploadType, organizationId });
  // A retry stores no second copy, so that its batch is the same as well.
  const sending = {
    onProgress: () => {},
    signal: new AbortController().signal,
    idempotencyKey: `${key}.${uploadType}`,
  };
  return upload(await answer.blob(), file.fileName, sending);
}

export function DuplicateForm({
  organization,
  source,
  missingFrom,
}: {
  organization: Organization;
  source: Batch;
  missingFrom: Choices['missingFrom'];
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const organizationId = organization._id;
  const fields = duplicateFieldsOf(organization);
  const copyWith = (values: Values): Batch => batchIn(fields, values, { ...source, seatsTaken: 0 });
  const save = async ({ changes, key }: Change): Promise<Batch> => {
    const { description, privateDetails, capacity, processId, assessmentIds, enableEmbedding } = source;
    const [iconFile, bannerFile] = await Promise.all([
      copyOf(source.iconFile, 'iconFile', { organizationId, key }),
      copyOf(source.bannerFile, 'bannerFile', { organizationId, key }),
    ]);
    const copied = { description, privateDetails, capacity, processId, assessmentIds, enableEmbedding };
    return call('POST /api/batches', {
      body: { ...copied, iconFile, bannerFile, ...storedChanges(fields, changes), organizationId },
      idempotencyKey: key,
    });
  };
  return (
    <Editor
      fields={fields}
      organizationId={organizationId}
      document={undefined}
      versionsPath="/api/batches/{id}/versions"
      read={readWith(fields)}
      draftName={`config.batch.copy.${source._id}`}
      submitLabel="Create batch"
      confirmSave={(values) => confirmOpening(copyWith(values), undefined, missingFrom)}
      save={save}
      refresh={() => Promise.resolve()}
      failureText={TEXTS.batches.saveFailed}
      onSaved={(saved) => {
        client.setQueryData(batchQuery(saved._id).queryKey, saved);
        void client.invalidateQueries({ queryKey: keyOf('/api/batches') });
        void navigate(`../${saved._id}`, { replace: true, relative: 'path' });
      }}
    >
      {(values) => <Preview batch={copyWith(values)} />}
    </Editor>
  );
}
