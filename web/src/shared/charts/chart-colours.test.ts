import { expect, test } from 'vitest';
import { contrast } from '../theme/accent.ts';
import { tokensOf } from '../theme/tokens.ts';
import { batchColours, CHART_COLOURS, chartColour } from './chart-colours.ts';

test("each of the fifteen colours contrasts with its theme's background", () => {
  for (const scheme of ['light', 'dark'] as const) {
    const surface = tokensOf(scheme)['--surface'] ?? '';
    expect(new Set(CHART_COLOURS[scheme]).size).toBe(15);
    for (const colour of CHART_COLOURS[scheme]) expect(contrast(colour, surface), colour).toBeGreaterThanOrEqual(3);
  }
  expect(chartColour(15), 'and then they begin anew').toBe(chartColour(0));
});

test('a batch keeps its colour when other batches are added, change or are reordered', () => {
  const old = { _id: 'a', createdAt: '2026-01-01T00:00:00.000Z' };
  const young = { _id: 'b', createdAt: '2026-02-01T00:00:00.000Z' };
  const youngest = { _id: 'c', createdAt: '2026-03-01T00:00:00.000Z' };
  const before = batchColours([young, old]);
  expect(batchColours([youngest, old, young]).get('b')).toBe(before.get('b'));
  expect(before.get('a')).not.toBe(before.get('b'));
});
