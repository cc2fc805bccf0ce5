import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { projection } from '../../projections/engine/projection.ts';

/** A small domain: documents are created, changed, deleted and created again, and one event concerns two. */
export type ShopEvent =
  | { type: 'Opened'; data: { name: string } }
  | { type: 'Sold'; data: { amount: number } }
  | { type: 'Moved'; data: { to: string; amount: number } }
  | { type: 'Closed'; data: Record<never, never> };

export interface Shop {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly name: string;
  readonly amounts: readonly number[];
}

const sell = (shop: Shop | undefined, amount: number): Shop | undefined =>
  shop && { ...shop, amounts: [...shop.amounts, amount] };

export const shops = projection<Shop, ShopEvent>({
  name: 'shops',
  version: 1,
  indexes: ['name'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`shop-${id}`],
  on: {
    Opened: (_, { stream, data }) => ({ _id: idOf(stream), name: data.name, amounts: [] }),
    Sold: (shop, { data }) => sell(shop, data.amount),
    Moved: {
      id: ({ stream, data }) => [idOf(stream), data.to],
      fold: (shop, { data }, id) => sell(shop, id === data.to ? data.amount : 0 - data.amount),
    },
    Closed: () => undefined,
  },
});

/** The fold throws for the first; stores refuse what it makes of the second. */
export const UNFOLDABLE = 13;
export const UNSTORABLE = 17;

export const pickyShops = {
  ...shops,
  streams: () => ['shop-a', 'shop-b', 'shop-c'],
  on: {
    ...shops.on,
    Sold: (shop: Shop | undefined, { data }: { data: { amount: number } }) => {
      if (data.amount === UNFOLDABLE) throw new RangeError('cannot sell for that');
      return sell(shop, data.amount === UNSTORABLE ? Number.NaN : data.amount);
    },
  },
};

export const opened = (name: string): ShopEvent => ({ type: 'Opened', data: { name } });
export const sold = (amount: number): ShopEvent => ({ type: 'Sold', data: { amount } });
export const moved = (to: string, amount: number): ShopEvent => ({ type: 'Moved', data: { to, amount } });
export const closed: ShopEvent = { type: 'Closed', data: {} };

/** 53 shops with sales, some at a price that the fold refuses. */
export const nthShopEvent = (n: number): ShopEvent =>
  n < 53 ? opened(`shop ${n}`) : sold(n % 101 === 0 ? UNFOLDABLE : n);
export const isUnfoldable = ({ type, data }: AnyEvent): boolean =>
  type === 'Sold' && (data as { amount: number }).amount === UNFOLDABLE;

/** The expected read model: each event folded once, in order. */
export function plainFold(events: readonly (AnyEvent & { stream: string; position: bigint })[]): Map<string, Shop> {
  const folded = new Map<string, Shop>();
  const put = (id: string, shop: Shop | undefined, position: bigint) => {
    if (shop) folded.set(id, { ...shop, _pos: position });
    else folded.delete(id);
  };
  for (const { stream, position, ...event } of events) {
    const id = idOf(stream);
    const { type, data } = event as ShopEvent;
    const at = (name: string) => folded.get(name);
    if (type === 'Opened') put(id, { _id: id, name: data.name, amounts: [] }, position);
    if (type === 'Sold') put(id, sell(at(id), data.amount), position);
    if (type === 'Closed') put(id, undefined, position);
    if (type === 'Moved') {
      for (const shop of new Set([id, data.to])) {
        put(shop, sell(at(shop), shop === data.to ? data.amount : 0 - data.amount), position);
      }
    }
  }
  return folded;
}
