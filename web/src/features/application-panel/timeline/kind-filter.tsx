import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useAddressChange } from '../../../shared/browser/use-address-change.ts';
import pills from '../../../shared/ui/pills.module.css';
import classes from './timeline.module.css';
import { KIND_NAMES, readKinds, TIMELINE_KINDS, type TimelineKind, toggledKind } from './timeline-kinds.ts';

const PARAMETER = 'timeline';

export interface ChosenKinds {
  /** Empty for all. */
  readonly chosen: ReadonlySet<TimelineKind>;
  readonly toggle: (kind: TimelineKind) => void;
  readonly showAll: () => void;
}

/** In the address, so that a reload, Back and the next application keep it. */
export function useKinds(): ChosenKinds {
  const [params, change] = useAddressChange();
  const text = params.get(PARAMETER);
  return {
    chosen: useMemo(() => readKinds(text), [text]),
    toggle: (kind) => change(PARAMETER, (old) => toggledKind(old, kind)),
    showAll: () => change(PARAMETER, () => null),
  };
}

export function KindFilter({ chosen, toggle }: ChosenKinds) {
  return (
    <fieldset className={`${classes.kinds} ${pills.pills}`}>
      <legend>Show only</legend>
      {TIMELINE_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className={pills.pill}
          aria-pressed={chosen.has(kind)}
          onClick={() => toggle(kind)}
        >
          {chosen.has(kind) && <IconCheck size={10} stroke={3} aria-hidden />}
          {KIND_NAMES[kind]}
        </button>
      ))}
    </fieldset>
  );
}
