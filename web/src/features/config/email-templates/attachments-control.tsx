import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { MOST_ATTACHMENTS } from '../../../../../domain/email-template/details.ts';
import type { FileReference } from '../../../../../domain/file/file-reference.ts';
import { shortFileName } from '../../../../../domain/text/groups/short-file-name.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { RequestFailed } from '../../../shared/api/api-client.ts';
import { addressOfFile } from '../../../shared/files/files.ts';
import type { Uploader } from '../../../shared/files/upload.ts';
import { type ControlProps, type Field, formValue } from '../../../shared/forms/field-errors.ts';
import { FileField } from '../../../shared/forms/file-field.tsx';
import classes from './email-templates.module.css';

export const filesIn = (value: FieldValue): FileReference[] => {
  const text = textOf(value);
  return text.startsWith('[') ? JSON.parse(text) : [];
};

const uploaderOf =
  (upload: Uploader): Uploader =>
  async (...sent) => {
    try {
      return await upload(...sent);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      throw new RequestFailed(error.status, TEXTS.lists.attachmentFailed(error.message), error.errors);
    }
  };

function Files({ files, onRemove }: { files: readonly FileReference[]; onRemove?: (file: FileReference) => void }) {
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.fileId}>
          <a href={addressOfFile(file)} target="_blank" rel="noopener" title={file.fileName}>
            {shortFileName(file.fileName)}
          </a>
          {onRemove && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Remove ${file.fileName}`}
              onClick={() => onRemove(file)}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Attachments({ field, id, describedBy, value, onChange, error, isDisabled, upload, onBusy }: ControlProps) {
  const [uploads, setUploads] = useState(0);
  const files = filesIn(value);
  return (
    <div className={classes.attachments}>
      {files.length > 0 && (
        <Files
          files={files}
          onRemove={(removed) => onChange(formValue(files.filter(({ fileId }) => fileId !== removed.fileId)))}
        />
      )}
      {files.length < MOST_ATTACHMENTS ? (
        <FileField
          key={uploads}
          id={id}
          label={field.label}
          describedBy={describedBy}
          value={null}
          upload={uploaderOf(upload)}
          error={error !== null}
          isDisabled={isDisabled}
          onChange={(file) => {
            if (!file) return;
            onChange(formValue([...files, file]));
            setUploads(uploads + 1);
          }}
          onBusy={onBusy}
        />
      ) : (
        <p>{TEXTS.emailTemplates.tooManyAttachments(MOST_ATTACHMENTS)}</p>
      )}
    </div>
  );
}

/** Stored files as a JSON list. The `Editor` needs `uploadTo`. */
export const ATTACHMENTS = {
  dataType: 'custom',
  Control: Attachments,
  View: ({ value }) => (filesIn(value).length > 0 ? <Files files={filesIn(value)} /> : 'None'),
  inWords: (value) =>
    filesIn(value)
      .map(({ fileName }) => shortFileName(fileName))
      .join(', '),
  stored: filesIn,
} as const satisfies Partial<Field>;
