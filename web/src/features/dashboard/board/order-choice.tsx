import { NativeSelect } from '@mantine/core';
import { BOARD_ORDERS, type BoardOrder } from '../data/dashboard-address.ts';
import classes from './board.module.css';

const NAMES: Readonly<Record<BoardOrder, string>> = {
  moved: 'Recently moved',
  longest: 'Longest in status',
  newest: 'Newest applications',
};

export const OrderChoice = ({ order, onOrder }: { order: BoardOrder; onOrder: (order: BoardOrder) => void }) => (
  <NativeSelect
    size="xs"
    className={classes.order}
    aria-label="Order of cards"
    value={order}
    onChange={({ currentTarget: { value } }) => onOrder(value as BoardOrder)}
    data={BOARD_ORDERS.map((one) => ({ value: one, label: NAMES[one] }))}
  />
);
