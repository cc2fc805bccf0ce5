import { Button, FileButton, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { replace } from '../../../../../domain/process-editing/edits.ts';
import { checkText, textOfConfig } from '../../../../../domain/process-editing/json-text.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { useEditing } from './editing.ts';
import classes from './processes.module.css';

/** A text that describes no process, so that the cards do not show it. */
export interface Unfinished {
  readonly text: string;
  readonly config: ProcessConfig;
}

/** The config as text, in step with the cards. */
export function JsonView({
  config,
  saved,
  unfinished,
  onUnfinished,
}: {
  config: ProcessConfig;
  saved: ProcessConfig;
  unfinished: Unfinished | null;
  onUnfinished: (unfinished: Unfinished | null) => void;
}) {
  const { edit, canWrite } = useEditing();
  // The text as typed, with its own spaces; what the cards or undo change replaces it.
  const [typed, setTyped] = useState<{ text: string; config: ProcessConfig } | null>(null);
  const text =
    unfinished?.config === config ? unfinished.text : typed?.config === config ? typed.text : textOfConfig(config);
  const { errors, unknown } = checkText(text, saved);
  const show = (next: string, name: string, key?: string) => {
    const checked = checkText(next, saved);
    const written = checked.config;
    if (!written) {
      onUnfinished({ text: next, config });
      return;
    }
    onUnfinished(null);
    setTyped({ text: next, config: written });
    edit((newest) => ({ ...replace(newest, written, name), key }));
  };
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([textOfConfig(config)], { type: 'application/json' }));
    link.download = `${config.label.replace(/[^\p{L}\p{N}]+/gu, '-') || 'process'}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return (
    <div className={classes.group}>
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" onClick={save}>
          Save to a file
        </Button>
        {canWrite && (
          <FileButton
            accept="application/json,.json"
            onChange={(file) => void file?.text().then((read) => show(read, 'open a file'))}
          >
            {(props) => (
              <Button {...props} variant="default" size="compact-sm">
                Open a file
              </Button>
            )}
          </FileButton>
        )}
      </div>
      <Textarea
        label="JSON"
        value={text}
        readOnly={!canWrite}
        spellCheck={false}
        rows={28}
        resize="vertical"
        classNames={{ input: classes.json ?? '' }}
        onChange={({ currentTarget: { value } }) => show(value, 'edit the text', 'json')}
      />
      {errors.length > 0 && (
        <Notice meaning="problem" role="status">
          <p>The cards and the preview show the last valid text. This one is kept until you correct it:</p>
          <ul className={classes.conflicts}>
            {errors.map(({ line, message, field }) => (
              <li key={`${line} ${field} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {unknown.length > 0 && (
        <Notice meaning="attention">
          <p>Saving leaves these out:</p>
          <ul className={classes.conflicts}>
            {unknown.map(({ line, message, field }) => (
              <li key={field}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
