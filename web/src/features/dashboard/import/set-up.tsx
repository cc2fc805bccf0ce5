import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { FileName } from '../../../shared/files/file-name.tsx';
import { Notice, takeFocus } from '../../../shared/ui/notice.tsx';
import { ChooseFile, type ChosenFile } from './choose-file.tsx';
import { ColumnTable, ReadingChoice } from './column-table.tsx';
import classes from './import.module.css';
import type { KeptImport } from './kept-import.ts';
import { Preview } from './preview.tsx';
import { type Reading, readSpreadsheet, type Sheet } from './read-spreadsheet.ts';
import { type Mapping, missingIn, suggestColumns, type Target } from './suggest-columns.ts';
import { type Work, workOf } from './work.ts';

interface Opened {
  readonly file: ChosenFile;
  readonly sheet: Sheet;
}

export function SetUp({
  batches,
  targetsOf,
  kept,
  keep,
  onStarted,
}: {
  batches: readonly Batch[];
  targetsOf: (batchId: string | undefined) => readonly Target[];
  kept: KeptImport;
  keep: (more: KeptImport) => void;
  onStarted: (bulkId: string, work: Work) => void;
}) {
  const batch = batches.find(({ _id }) => _id === kept.batchId);
  const targets = targetsOf(batch?._id);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [mapping, setMapping] = useState<Mapping>([]);
  const [checked, setChecked] = useState<Work | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const reads = useRef(0);

  const map = (next: Mapping, of: Partial<KeptImport> = {}) => {
    setMapping(next);
    setChecked(null);
    setMissing([]);
    keep({ mapping: next, ...of });
  };
  const chooseBatch = (batchId: string) =>
    opened ? map(suggestColumns(opened.sheet.columns, targetsOf(batchId)), { batchId }) : keep({ batchId });
  const read = async (file: ChosenFile, wanted?: Partial<Reading>) => {
    reads.current += 1;
    const mine = reads.current;
    const isKnown = file.digest === kept.digest;
    const sheet = await readSpreadsheet(file.bytes, wanted ?? (isKnown ? kept.reading : undefined));
    if (mine !== reads.current) return;
    if (typeof sheet === 'string') {
      setProblem(sheet);
      setChecked(null);
      return;
    }
    setProblem(null);
    setOpened({ file, sheet });
    const old = isKnown && !wanted ? kept.mapping : undefined;
    const suggested = suggestColumns(sheet.columns, targets);
    map(old?.length === suggested.length ? old : suggested, {
      digest: file.digest,
      reading: sheet.reading,
      fileName: file.name ?? '',
    });
  };
  const check = () => {
    if (!opened) return;
    const without = missingIn(mapping, targets);
    setMissing(without);
    setChecked(without.length > 0 ? null : workOf(opened.sheet, mapping, targets));
  };

  if (batches.length === 0) {
    return <Notice>{TEXTS.importing.noBatches}</Notice>;
  }
  return (
    <>
      <section className={classes.step}>
        <h2>1. Batch</h2>
        <NativeSelect
          label="Import into"
          value={batch?._id ?? ''}
          data={[
            { value: '', label: 'Choose a batch', disabled: true },
            ...batches.map(({ _id, name, status }) => ({ value: _id, label: `${name} (${status})` })),
          ]}
          onChange={({ currentTarget }) => chooseBatch(currentTarget.value)}
        />
      </section>
      {batch && (
        <section className={classes.step}>
          <h2>2. Spreadsheet</h2>
          {!opened && kept.digest && (
            <Notice>
              {kept.fileName ? <FileName name={kept.fileName} /> : 'The pasted cells'} {TEXTS.importing.chooseAgain}
            </Notice>
          )}
          {opened && <p>{opened.file.name ? <FileName name={opened.file.name} /> : 'Pasted cells'}</p>}
          <ChooseFile
            label={opened ? 'Choose another file' : 'Choose a file'}
            problem={problem}
            onChosen={(file) => void read(file)}
          />
          {opened && <ReadingChoice sheet={opened.sheet} onRead={(reading) => void read(opened.file, reading)} />}
        </section>
      )}
      {batch && opened && (
        <section className={classes.step}>
          <h2>3. Columns</h2>
          <p className={classes.quiet}>{TEXTS.importing.columnsHelp}</p>
          <ColumnTable sheet={opened.sheet} mapping={mapping} targets={targets} onMapping={(next) => map(next)} />
          {missing.length > 0 && (
            <Notice meaning="problem" role="alert" ref={takeFocus}>
              {TEXTS.importing.chooseColumnFor(missing)}
            </Notice>
          )}
          {!checked && <Button onClick={check}>Check the rows</Button>}
        </section>
      )}
      {batch && checked && <Preview batchId={batch._id} work={checked} onStarted={onStarted} />}
    </>
  );
}
