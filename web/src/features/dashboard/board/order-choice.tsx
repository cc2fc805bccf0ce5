import { NativeSelect } from '@mantine/core';
import { STATUS_FAMILIES, type StatusFamily } from '../../../../../domain/application/statuses.ts';
import { familyName, JOURNEY } from '../../../shared/application/journey.ts';
import { BOARD_ORDERS, type BoardOrder } from '../data/dashboard-address.ts';

const NAMES: Readonly<Record<BoardOrder, string>> = {
  moved: 'Recently moved',
  longest: 'Longest in status',
  newest: 'Newest applications',
};

export const OrderChoice = ({ order, onOrder }: { order: BoardOrder; onOrder: (order: BoardOrder) => void }) => (
  <NativeSelect
    size="xs"
    aria-label="Sort cards"
    value={order}
    onChange={({ currentTarget: { value } }) => onOrder(value as BoardOrder)}
    data={BOARD_ORDERS.map((one) => ({ value: one, label: NAMES[one] }))}
  />
);

export const FamilyChoice = ({
  family,
  onFamily,
}: {
  family: StatusFamily | null;
  onFamily: (family: StatusFamily | null) => void;
}) => (
  <NativeSelect
    size="xs"
    aria-label="Stage"
    value={family ?? ''}
    onChange={({ currentTarget: { value } }) => onFamily(STATUS_FAMILIES.find((one) => one === value) ?? null)}
    data={[
      { value: '', label: 'All stages' },
      ...JOURNEY.map((part) => ({ value: part.family, label: familyName(part.family) })),
    ]}
  />
);
