import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { DocumentVersion } from '../../../../api/contract/versions.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { formatMoment } from '../dates/dates.tsx';
import type { Field } from '../forms/field-errors.ts';
import { useUser } from '../session/session.ts';
import { useStaffNames } from '../staff-queries/staff-names.ts';
import classes from './editor.module.css';
import { differencesBetween, linesOf, summaryOf, whoSaved } from './versions.ts';

/** What differs between any two of the versions, which are ordered from the newest. */
export function VersionComparison({
  versions,
  fields,
}: {
  versions: readonly DocumentVersion[];
  fields: readonly Field[];
}) {
  const [one, setOne] = useState(String(versions[1]?.version));
  const [other, setOther] = useState(String(versions[0]?.version));
  const { data: user } = useUser();
  const call = useStaffNames();
  const options = versions.map((version) => ({
    value: String(version.version),
    label: `${formatMoment(version.at)} · ${whoSaved(version, user?._id ?? null, call)} · ${summaryOf(version, fields)}`,
  }));
  const lines = linesOf(differencesBetween(versions, Number(one), Number(other)), fields);
  return (
    <div className={classes.comparison}>
      <div>
        <NativeSelect
          label="Version"
          data={options}
          value={one}
          onChange={({ currentTarget }) => setOne(currentTarget.value)}
        />
        <NativeSelect
          label="And version"
          data={options}
          value={other}
          onChange={({ currentTarget }) => setOther(currentTarget.value)}
        />
      </div>
      {lines.length === 0 ? (
        <p className={classes.quiet}>{TEXTS.editing.identical}</p>
      ) : (
        <ul aria-label="Differences, from the older to the newer version">
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
