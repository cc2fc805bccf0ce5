import { Button, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import files from '../../../shared/forms/file-field.module.css';
import { Problem } from '../../../shared/ui/notice.tsx';
import { digestOf } from './kept-import.ts';
import { FILE_LIMIT, TOO_LARGE } from './read-spreadsheet.ts';

export interface ChosenFile {
  /** Null for pasted cells. */
  readonly name: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: string;
}

export function ChooseFile({
  label,
  problem,
  onChosen,
}: {
  label: string;
  problem: string | null;
  onChosen: (file: ChosenFile) => void;
}) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [isPasting, setIsPasting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setFailure(file.size > FILE_LIMIT ? TOO_LARGE : null);
    if (file.size > FILE_LIMIT) return;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      onChosen({ name: file.name, bytes, digest: await digestOf(bytes) });
    } catch {
      setFailure(TEXTS.importing.fileNotRead);
    }
  };
  const paste = async (text: string) => {
    if (text.trim() === '') return setFailure(TEXTS.importing.nothingPasted);
    setFailure(null);
    const bytes = new TextEncoder().encode(text);
    onChosen({ name: null, bytes, digest: await digestOf(bytes) });
  };
  return (
    <>
      <fieldset
        aria-label={label}
        className={files.area}
        data-over={isOver || undefined}
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          setIsOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <div className={files.choice}>
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            className={files.input}
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0]);
              // Lets the visitor choose the same file again.
              currentTarget.value = '';
            }}
          />
          <label htmlFor={id} className={files.button}>
            <IconUpload size={18} stroke={1.75} aria-hidden /> {label}
          </label>
          <span className={files.note}>{TEXTS.importing.fileHelp}</span>
        </div>
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isPasting}
            onClick={() => setIsPasting((before) => !before)}
          >
            Paste cells instead
          </Button>
        </div>
        {isPasting && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void paste(String(new FormData(event.currentTarget).get('cells') ?? ''));
            }}
          >
            <Textarea
              name="cells"
              label="Cells from Excel, Google Sheets or Numbers"
              description={TEXTS.importing.pasteHelp}
              rows={6}
              spellCheck={false}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text/plain');
                if (!text.includes('\n')) return;
                // Read at once: thousands of lines in a text field block the page.
                event.preventDefault();
                void paste(text);
              }}
            />
            <Button type="submit" mt="xs" variant="default">
              Read the cells
            </Button>
          </form>
        )}
      </fieldset>
      <Problem error={failure ?? problem} />
    </>
  );
}
