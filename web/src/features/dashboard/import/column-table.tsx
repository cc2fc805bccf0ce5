import { NativeSelect } from '@mantine/core';
import { grouped } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './import.module.css';
import { ENCODINGS, type Encoding, isSeparator, type Reading, SEPARATORS, type Sheet } from './read-spreadsheet.ts';
import { choose, type Mapping, type Target } from './suggest-columns.ts';

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);

export function ReadingChoice({ sheet, onRead }: { sheet: Sheet; onRead: (reading: Partial<Reading>) => void }) {
  const { reading } = sheet;
  return (
    <>
      <div className={classes.choices}>
        <NativeSelect
          label="Text encoding"
          size="sm"
          value={reading.encoding}
          data={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => onRead({ ...reading, encoding: currentTarget.value as Encoding })}
        />
        <NativeSelect
          label="Columns are separated by"
          size="sm"
          value={reading.separator}
          data={Object.entries(SEPARATORS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => {
            if (isSeparator(value)) onRead({ ...reading, separator: value });
          }}
        />
        <NativeSelect
          label="The first row contains"
          size="sm"
          value={reading.hasTitles ? 'titles' : 'applicant'}
          data={[
            { value: 'titles', label: 'Column titles' },
            { value: 'applicant', label: 'The first applicant' },
          ]}
          onChange={({ currentTarget }) => onRead({ ...reading, hasTitles: currentTarget.value === 'titles' })}
        />
      </div>
      <p className={classes.quiet} role="status">
        {grouped(sheet.rows.length)} {sheet.rows.length === 1 ? 'row' : 'rows'}, {grouped(sheet.columns.length)}{' '}
        {sheet.columns.length === 1 ? 'column' : 'columns'}
        {sheet.emptyRows > 0 && `, ${grouped(sheet.emptyRows)} empty rows skipped`}
      </p>
      {sheet.hasOpenQuote && <Notice meaning="attention">{TEXTS.importing.openQuote}</Notice>}
    </>
  );
}

export function ColumnTable({
  sheet,
  mapping,
  targets,
  onMapping,
}: {
  sheet: Sheet;
  mapping: Mapping;
  targets: readonly Target[];
  onMapping: (mapping: Mapping) => void;
}) {
  return (
    <table className={classes.columns}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">First values</th>
          <th scope="col">Imported as</th>
        </tr>
      </thead>
      <tbody>
        {sheet.columns.map(({ index, title, samples }, at) => (
          <tr key={index}>
            <th scope="row">
              <bdi>{cut(title)}</bdi>
            </th>
            <td className={classes.samples}>
              {samples.length === 0
                ? 'Empty'
                : samples.map((sample) => (
                    <bdi key={sample} className={classes.sample}>
                      {cut(sample)}
                    </bdi>
                  ))}
            </td>
            <td>
              <NativeSelect
                size="sm"
                aria-label={`Import ${cut(title)} as`}
                value={mapping[at] ?? ''}
                data={[
                  { value: '', label: 'Do not import' },
                  ...targets.map(({ name, label, required }) => ({
                    value: name,
                    label: required ? `${label} (required)` : label,
                  })),
                ]}
                onChange={({ currentTarget }) => onMapping(choose(mapping, at, currentTarget.value || null))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
