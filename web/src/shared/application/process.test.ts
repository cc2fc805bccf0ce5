import { expect, test } from 'vitest';
import { BUILT_IN_CONFIG } from '../../../../domain/process/config.ts';
import { BUILT_IN_PROCESS } from './process.ts';

test('the page and the server have the same form for a batch without a process', () => {
  const { label, requestSignup, applicationForm } = BUILT_IN_CONFIG;
  expect(BUILT_IN_PROCESS).toEqual({ label, requestSignup, applicationForm });
});
