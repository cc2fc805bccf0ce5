import { measureNeighbours } from './noisy-neighbour.ts';
import type { Row } from './row.ts';

const ROUNDS = 6;
const BAR = 1.5;

/** The latency of one school's requests while another sends the worst that the contract allows. */
export async function benchNeighbours(): Promise<Row[]> {
  const { alone, besideNoise, failures } = await measureNeighbours(ROUNDS);
  if (failures.length > 0) throw new Error(`The quiet school's requests failed: ${failures[0]}`);
  const row = (measure: 'median' | 'mean' | 'p95'): Row => ({
    name: `a school's requests beside a noisy school, ${measure}`,
    figure: besideNoise[measure],
    unit: 'ms',
    ratio: besideNoise[measure] / alone[measure],
    bar: BAR,
    isLessBetter: true,
  });
  return [row('median'), row('mean'), row('p95')];
}
