import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { change } from '../../../../../domain/process-editing/edits.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { LazyMarkdown } from '../../../shared/markdown/lazy-markdown.tsx';
import { pasteAsMarkdown } from '../../../shared/markdown/paste-as-markdown.ts';
import { controlId, pathText, useEditing } from './editing.ts';
import classes from './processes.module.css';

/** One text of the config. An empty optional text is absent. */
export function TextControl({
  path,
  member,
  value,
  label,
  help,
  isOptional = false,
  autoFocus = false,
  problem,
  onChange,
  onBlur,
}: {
  path: Path;
  member: string;
  value: string | undefined;
  label: string;
  help?: string;
  isOptional?: boolean;
  autoFocus?: boolean;
  /** Of what is being typed; the server's errors otherwise. */
  problem?: string | undefined;
  onChange?: (value: string) => void;
  onBlur?: () => void;
}) {
  const { edit, canWrite, errors } = useEditing();
  const place = [...path, member];
  return (
    <TextInput
      id={controlId(place)}
      label={label}
      description={help}
      value={value ?? ''}
      error={problem ?? errors.get(pathText(place))}
      readOnly={!canWrite}
      autoFocus={autoFocus}
      dir="auto"
      onBlur={onBlur}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange
          ? onChange(typed)
          : edit((config) => change(config, path, member, isOptional && typed === '' ? undefined : typed))
      }
    />
  );
}

/** Formatted text with its preview. */
export function MarkdownControl({
  path,
  member,
  value,
  label,
  help,
  isOptional = false,
  autoFocus = false,
}: {
  path: Path;
  member: string;
  value: string | undefined;
  label: string;
  help?: string;
  isOptional?: boolean;
  autoFocus?: boolean;
}) {
  const { edit, canWrite, errors } = useEditing();
  const [isPreview, setIsPreview] = useState(false);
  const place = [...path, member];
  const text = value ?? '';
  return (
    <div className={classes.markdown}>
      {isPreview ? (
        <>
          <span className={classes.label}>{label}</span>
          <div className={classes.markdownPreview}>
            <LazyMarkdown>{text}</LazyMarkdown>
          </div>
        </>
      ) : (
        <Textarea
          id={controlId(place)}
          label={label}
          description={help}
          value={text}
          error={errors.get(pathText(place))}
          readOnly={!canWrite}
          autoFocus={autoFocus}
          rows={5}
          resize="vertical"
          dir="auto"
          onPaste={pasteAsMarkdown}
          onChange={({ currentTarget: { value: typed } }) =>
            edit((config) => change(config, path, member, isOptional && typed === '' ? undefined : typed))
          }
        />
      )}
      {text.trim() !== '' && (
        <button type="button" className={classes.quietButton} onClick={() => setIsPreview(!isPreview)}>
          {isPreview ? `Edit the ${label.toLowerCase()}` : `Preview the ${label.toLowerCase()}`}
        </button>
      )}
    </div>
  );
}

/** With `isOptional`, off is absent. */
export function SwitchControl({
  path,
  member,
  value,
  label,
  help,
  isOptional = false,
}: {
  path: Path;
  member: string;
  value: boolean | undefined;
  label: string;
  help?: string;
  isOptional?: boolean;
}) {
  const { edit, canWrite, errors } = useEditing();
  const place = [...path, member];
  return (
    <Checkbox
      id={controlId(place)}
      label={label}
      description={help}
      checked={value === true}
      error={errors.get(pathText(place))}
      disabled={!canWrite}
      onChange={({ currentTarget: { checked } }) =>
        edit((config) => change(config, path, member, checked || (isOptional ? undefined : false)))
      }
    />
  );
}

export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPlus size={16} aria-hidden />}
      className={classes.add ?? ''}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** A line between two cards, or a button after the last one. */
export function AddBetween({
  index,
  count,
  label,
  onAdd,
}: {
  index: number;
  count: number;
  label: string;
  onAdd: () => void;
}) {
  if (index === count) return <AddButton label={label} onClick={onAdd} />;
  return (
    <button type="button" className={classes.between} aria-label={`${label} before ${index + 1}`} onClick={onAdd}>
      <IconPlus size={16} aria-hidden />
    </button>
  );
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {children}
    </section>
  );
}
