import { expect, test } from 'vitest';
import { isPhoneNumber } from './phone-number.ts';

test('a phone number has digits and no other words than an extension', () => {
  const fine = [
    '+63 912 345 6789',
    '0912-345-6789',
    '(02) 8123.4567',
    '030/1234567',
    '555 0100 ext 12',
    '5550100x12',
    '1234',
  ];
  expect(fine.filter((text) => !isPhoneNumber(text))).toEqual([]);
  const wrong = ['abc', '123', 'call me: 5550100', '+', 'none', '5550100\u202e', 'ada@example.com'];
  expect(wrong.filter(isPhoneNumber)).toEqual([]);
});
