import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ForeignReference, Referable, ReferenceList } from '../../../../../domain/process-editing/process-file.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Notice, takeFocus } from '../../../shared/ui/notice.tsx';
import classes from './processes.module.css';

const KINDS: Readonly<Record<ReferenceList, string>> = {
  assessmentIds: 'Assessment',
  availablePaymentModels: 'Payment plan',
};
const LEFT_OUT = '-';

export const foreignWords = ({ list, id, name, steps }: ForeignReference): string =>
  `${steps.join(', ')}: ${KINDS[list]} ${name === null ? `without a name (${id})` : `“${name}”`}`;

/** Asks what takes the place of another school's assessments and payment plans. */
export function ForeignReferences({
  foreign,
  own,
  onChosen,
  onCancel,
}: {
  foreign: readonly ForeignReference[];
  own: Referable;
  onChosen: (choose: (list: ReferenceList, id: string) => string | null) => void;
  onCancel: () => void;
}) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const keyOf = (list: ReferenceList, id: string) => `${list} ${id}`;
  const isComplete = foreign.every(({ list, id }) => chosen.has(keyOf(list, id)));
  const choose = (list: ReferenceList, id: string): string | null => {
    const choice = chosen.get(keyOf(list, id)) ?? id;
    return choice === LEFT_OUT ? null : choice;
  };
  return (
    <Notice meaning="attention" role="alert" ref={takeFocus}>
      <p>{TEXTS.processEditor.unknownReferences}</p>
      <div className={classes.group}>
        {foreign.map((one) => (
          <NativeSelect
            key={keyOf(one.list, one.id)}
            label={foreignWords(one)}
            value={chosen.get(keyOf(one.list, one.id)) ?? ''}
            data={[
              { value: '', label: 'Choose …', disabled: true },
              ...own[one.list].map(({ _id, name }) => ({ value: _id, label: name })),
              { value: LEFT_OUT, label: 'Leave it out' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              setChosen((before) => new Map(before).set(keyOf(one.list, one.id), value))
            }
          />
        ))}
      </div>
      <div className={classes.actions}>
        <Button size="compact-sm" disabled={!isComplete} onClick={() => onChosen(choose)}>
          Continue
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Notice>
  );
}
