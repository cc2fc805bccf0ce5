import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconFile, IconUpload, IconWifiOff } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileReference } from '../../../../domain/file/file-reference.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { useAskBeforeLeaving } from '../browser/use-ask-before-leaving.ts';
import { FileName } from '../files/file-name.tsx';
import { addressOfFile, formatSize } from '../files/files.ts';
import type { Uploader } from '../files/upload.ts';
import { ACCEPTED } from '../files/upload-rules.ts';
import { type UploadState, useUpload } from '../files/use-upload.ts';
import { useUser } from '../session/session.ts';
import { errorIdOf, FieldError } from './field-error.tsx';
import classes from './file-field.module.css';
import formClasses from './forms.module.css';

const isOnItsWay = ({ kind }: UploadState) => kind === 'preparing' || kind === 'sending' || kind === 'waiting';

/** Signed-in people may open the file; an anonymous upload is visible to the school only. */
function Stored({ file }: { file: FileReference }) {
  const { data: user } = useUser();
  const name = <FileName name={file.fileName} />;
  if (!user) return name;
  return (
    <a href={addressOfFile(file)} target="_blank" rel="noopener">
      {name}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

function spoken(state: UploadState): string {
  if (state.kind === 'done') return `Uploaded ${state.file.fileName}`;
  return state.kind === 'sending' || state.kind === 'waiting' ? 'Uploading' : '';
}

function Line({ icon, children, actions }: { icon: ReactNode; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.line}>
      {icon}
      <div className={classes.words}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

const FILE_ICON = <IconFile size={20} stroke={1.75} aria-hidden />;

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      {children}
    </Button>
  );
}

function Progress({ state, onCancel, onTry }: { state: UploadState; onCancel: () => void; onTry: () => void }) {
  const cancel = <Action onClick={onCancel}>Cancel</Action>;
  if (state.kind === 'preparing') {
    return (
      <Line icon={FILE_ICON} actions={cancel}>
        <FileName name={state.fileName} /> <span className={classes.note}>is being checked…</span>
      </Line>
    );
  }
  if (state.kind === 'sending') {
    const percent = Math.round(state.share * 100);
    return (
      <Line icon={FILE_ICON} actions={cancel}>
        <FileName name={state.file.fileName} />{' '}
        <span className={classes.note}>
          {percent}% of {formatSize(state.file.content.size)}
        </span>
        <progress className={classes.bar} max={100} value={percent} aria-label={`Uploading ${state.file.fileName}`} />
      </Line>
    );
  }
  if (state.kind === 'waiting') {
    return (
      <>
        <Line
          icon={<IconWifiOff size={20} stroke={1.75} aria-hidden />}
          actions={
            <>
              <Action onClick={onTry}>Try now</Action>
              {cancel}
            </>
          }
        >
          <FileName name={state.file.fileName} />
        </Line>
        <span className={classes.note}>{TEXTS.fields.uploadContinues}</span>
      </>
    );
  }
  return null;
}

/** Uploads a file as soon as it is chosen or dropped; the form sends `value` with its next save. */
export function FileField({
  id,
  label,
  describedBy,
  value,
  upload,
  isRequired = false,
  error = false,
  isDisabled = false,
  accept = ACCEPTED,
  rules = TEXTS.fields.fileHelp,
  check,
  preview,
  onChange,
  onBusy,
}: {
  id: string;
  label: string;
  describedBy?: string | undefined;
  value: FileReference | null;
  upload: Uploader;
  isRequired?: boolean;
  /** Of the form; a failed upload has its own. True only marks the field. */
  error?: string | boolean | null;
  isDisabled?: boolean;
  accept?: string;
  rules?: string;
  /** Says before the upload what is wrong with a file. */
  check?: ((file: File) => Promise<string | null>) | undefined;
  /** Shown instead of the icon of a stored file. */
  preview?: ((file: FileReference) => ReactNode) | undefined;
  onChange: (file: FileReference | null) => void;
  onBusy?: ((isBusy: boolean) => void) | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { state, choose, tryNow, cancel } = useUpload({ upload, label, check, onUploaded: onChange });
  const isBusy = isOnItsWay(state);
  useAskBeforeLeaving(isBusy);
  const noteBusy = useEffectEvent((isNowBusy: boolean) => onBusy?.(isNowBusy));
  useEffect(() => {
    noteBusy(isBusy);
    return () => noteBusy(false);
  }, [isBusy]);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !isDisabled) void choose(file);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files);
    },
  };
  const back = (then: () => void) => () => {
    then();
    input.current?.focus();
  };
  const remove = () => {
    cancel();
    onChange(null);
  };
  const smaller = state.kind === 'done' && state.file.before !== null ? state.file : null;
  const failureId = `${id}-upload`;
  return (
    <div className={classes.area} data-over={isOver || undefined} data-invalid={Boolean(error) || undefined} {...drop}>
      {value && !isBusy && (
        <Line
          icon={preview?.(value) ?? FILE_ICON}
          actions={!isDisabled && <Action onClick={back(remove)}>Remove</Action>}
        >
          <Stored file={value} />
          {state.kind === 'done' && (
            <span className={classes.note}>
              {' '}
              {smaller
                ? `made smaller: ${formatSize(smaller.before ?? 0)} → ${formatSize(smaller.content.size)}`
                : formatSize(state.file.content.size)}
            </span>
          )}
        </Line>
      )}
      <Progress state={state} onCancel={back(cancel)} onTry={tryNow} />
      {!isDisabled && (
        <div className={classes.choice}>
          <input
            ref={input}
            id={id}
            type="file"
            accept={accept}
            className={classes.input}
            required={isRequired && !value}
            aria-invalid={Boolean(error) || state.kind === 'failed'}
            aria-describedby={
              [describedBy, state.kind === 'failed' ? failureId : typeof error === 'string' && errorIdOf(id)]
                .filter(Boolean)
                .join(' ') || undefined
            }
            onChange={({ currentTarget }) => {
              take(currentTarget.files);
              // Lets the visitor choose the same file again after a refusal.
              currentTarget.value = '';
            }}
          />
          <label htmlFor={id} className={classes.button}>
            <IconUpload size={18} stroke={1.75} aria-hidden />{' '}
            {value || isBusy ? 'Choose another file' : 'Choose a file'}
          </label>
          <span className={classes.note}>{rules}</span>
        </div>
      )}
      <div role="status" className={classes.spoken}>
        {spoken(state)}
      </div>
      {typeof error === 'string' && state.kind !== 'failed' && <FieldError inputId={id} error={error} />}
      {state.kind === 'failed' && (
        <div id={failureId} className={formClasses.error} role="alert">
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <span dir="auto">
            {state.message} {state.file && <Action onClick={tryNow}>Try again</Action>}
          </span>
        </div>
      )}
    </div>
  );
}
