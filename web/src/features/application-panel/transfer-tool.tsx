import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { useApplicationChange } from '../../shared/staff-queries/change-queries.ts';
import { applicationsQuery, batchesQuery } from '../../shared/staff-queries/list-queries.ts';
import { showAlert } from '../../shared/ui/dialogs.tsx';
import classes from './application-panel.module.css';

export function TransferTool({ application, onDone }: { application: ApplicationView; onDone: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const [target, setTarget] = useState('');
  const { data: batches } = useQuery(batchesQuery);
  const { change, isPending } = useApplicationChange(application, TEXTS.applications.transferFailed);
  const targets = batches?.filter(({ _id, status }) => status === 'Open' && _id !== application.batchId) ?? [];
  const transfer = async () => {
    if (target === '') {
      await showAlert(TEXTS.applications.transferTargetMissing);
      return;
    }
    const isDone = await change({ changes: { status: 'TRANSFERRED', transferBatchId: target } }).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    void client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
    await showAlert(TEXTS.applications.transferDone);
    onDone();
  };
  return (
    <div className={classes.tool}>
      <label htmlFor={id} className={classes.label}>
        Transfer to
      </label>
      <NativeSelect
        id={id}
        size="sm"
        value={target}
        onChange={({ currentTarget: { value } }) => setTarget(value)}
        data={[
          { value: '', label: targets.length > 0 ? 'Select a program' : 'No other program is open' },
          ...targets.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <div className={classes.line}>
        <Button size="sm" loading={isPending} onClick={() => void transfer()}>
          Transfer the applicant
        </Button>
        <Button size="sm" variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
