import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { fullName } from '../../../../../domain/application/applicant-name.ts';
import { grouped } from '../../../../../domain/text/counted.ts';
import classes from './import.module.css';
import type { Counts, RowResult } from './row-results.ts';

const PAGE = 50;
const OUTCOMES = { new: 'New', duplicate: 'Duplicate', error: 'Error' } as const;

export const countWords = ({ added, duplicates, errors }: Counts, addedWord: string): string =>
  `${grouped(added)} ${addedWord} · ${grouped(duplicates)} ${duplicates === 1 ? 'duplicate' : 'duplicates'} · ${grouped(errors)} with errors`;

export function ResultTable({ results, isResult = false }: { results: readonly RowResult[]; isResult?: boolean }) {
  const failed = results.filter(({ outcome }) => outcome !== 'new');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [most, setMost] = useState(PAGE);
  const shown = onlyFailed ? failed : results;
  return (
    <>
      {failed.length > 0 && !isResult && (
        <Checkbox
          size="sm"
          label={`Show only the ${grouped(failed.length)} that will not be imported`}
          checked={onlyFailed}
          onChange={({ currentTarget }) => setOnlyFailed(currentTarget.checked)}
        />
      )}
      <table className={classes.results}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Applicant</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, most).map(({ prepared: { sent, sheetRow }, outcome, reasons }) => (
            <tr key={sheetRow.row} data-outcome={outcome}>
              <td>{grouped(sheetRow.row)}</td>
              <td>
                <bdi>{fullName(sent.values).slice(0, 100)}</bdi>
                <bdi className={classes.sample}>{sent.values.email?.slice(0, 100)}</bdi>
              </td>
              <td>
                <span className={classes.outcome}>{OUTCOMES[outcome]}</span>
                {reasons.map((reason) => (
                  <span key={reason} className={classes.reason}>
                    {reason}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length > most && (
        <Button size="compact-sm" variant="default" onClick={() => setMost(most + 10 * PAGE)}>
          Show more ({grouped(shown.length - most)} left)
        </Button>
      )}
    </>
  );
}
