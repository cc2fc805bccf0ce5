import { NativeSelect } from '@mantine/core';
import type { Batch } from '../../../../api/contract/batches.ts';
import { STATUS_FAMILIES, type StatusFamily } from '../../../../domain/application/statuses.ts';
import { familyName, JOURNEY } from '../../shared/application/journey.ts';
import { BOARD_ORDERS, type BoardOrder } from './data/dashboard-address.ts';
import { MenuPill } from './menu-pill.tsx';
import classes from './toolbar.module.css';

const NAMES: Readonly<Record<BoardOrder, string>> = {
  moved: 'Recently moved',
  longest: 'Longest in status',
  newest: 'Newest applications',
};

/** Which cards the board shows, and in which order. */
export function CardsMenu({
  batches,
  batchId,
  family,
  order,
  onBatch,
  onFamily,
  onOrder,
}: {
  batches: readonly Batch[];
  batchId: string | null;
  family: StatusFamily | null;
  order: BoardOrder;
  onBatch: (batchId: string | null) => void;
  onFamily: (family: StatusFamily | null) => void;
  onOrder: (order: BoardOrder) => void;
}) {
  const batch = batches.find(({ _id }) => _id === batchId);
  const chosen = [batch?.name, family && familyName(family)].filter((one) => typeof one === 'string');
  return (
    <MenuPill name="Cards" changed={chosen.join(', ') || null}>
      <div className={classes.choosing}>
        <NativeSelect
          label="Batch"
          value={batch?._id ?? ''}
          onChange={({ currentTarget: { value } }) => onBatch(value || null)}
          data={[{ value: '', label: 'All batches' }, ...batches.map(({ _id, name }) => ({ value: _id, label: name }))]}
        />
        <NativeSelect
          label="Stage"
          value={family ?? ''}
          onChange={({ currentTarget: { value } }) => onFamily(STATUS_FAMILIES.find((one) => one === value) ?? null)}
          data={[
            { value: '', label: 'All stages' },
            ...JOURNEY.map((part) => ({ value: part.family, label: familyName(part.family) })),
          ]}
        />
        <NativeSelect
          label="Sort cards"
          value={order}
          onChange={({ currentTarget: { value } }) => onOrder(value as BoardOrder)}
          data={BOARD_ORDERS.map((one) => ({ value: one, label: NAMES[one] }))}
        />
      </div>
    </MenuPill>
  );
}
