import type { FieldValue } from '../../../../../domain/application/events.ts';
import type { FileReference } from '../../../../../domain/file/file-reference.ts';
import { addressOfFile, isStoredFile } from '../../files/files.ts';
import {
  ACCEPTED_PICTURES,
  type PictureRule,
  pictureFileFault,
  pictureRuleInWords,
} from '../../files/picture-rules.ts';
import type { ControlProps, Field } from '../field-errors.ts';
import { FileField } from '../file-field.tsx';
import classes from './controls.module.css';

const preview = (file: FileReference) => <img className={classes.picture} src={addressOfFile(file)} alt="" />;

function View({ value }: { value: FieldValue }) {
  return isStoredFile(value) ? (
    <img className={classes.picture} src={addressOfFile(value)} alt={value.fileName} />
  ) : (
    'None'
  );
}

/** A picture, shown as soon as it is uploaded and checked before. The `Editor` needs `uploadTo`. */
export const pictureField = (rule: PictureRule) => {
  const rules = pictureRuleInWords(rule);
  const check = (file: File) => pictureFileFault(rule, file);
  function PictureControl({ field, id, describedBy, file, onChange, error, isDisabled, upload, onBusy }: ControlProps) {
    return (
      <FileField
        id={id}
        label={field.label}
        describedBy={describedBy}
        value={file}
        upload={upload}
        isRequired={field.required === true}
        error={error}
        isDisabled={isDisabled}
        accept={ACCEPTED_PICTURES}
        rules={rules}
        check={check}
        preview={preview}
        onChange={(chosen) => onChange(chosen ?? '')}
        onBusy={onBusy}
      />
    );
  }
  return { dataType: 'file', Control: PictureControl, View } as const satisfies Partial<Field>;
};
