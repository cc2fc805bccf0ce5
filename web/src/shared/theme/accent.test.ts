import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentScale, contrast } from './accent.ts';

const grounds = { fallback: '#9a3d2b', lightBackground: '#f1eee8', darkBackground: '#2d2925' };

test('every accent that an organization may pick stays readable in both themes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const scale = accentScale(`#${value.toString(16).padStart(6, '0')}`, grounds);
      expect(contrast(scale[6], grounds.lightBackground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(scale[6], '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(scale[4], grounds.darkBackground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(scale[4], '#161412')).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('an invalid colour falls back to the default accent', () => {
  expect(accentScale('javascript:alert(1)', grounds)).toEqual(accentScale(null, grounds));
});
