import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { forThisVisit } from '../browser/browser-storage.ts';

/** An application that was sent without an account, so that a reload returns to its password form. */
export type Submitted = Pick<ApplicationView, '_id' | 'batchId' | 'trackingNumber' | 'email'>;

const keyOf = (batchId: string) => `intake.submitted.${batchId}`;

export const asSubmitted = ({ _id, batchId, trackingNumber, email }: ApplicationView): Submitted => ({
  _id,
  batchId,
  trackingNumber,
  email,
});
export const rememberSubmitted = (submitted: Submitted): boolean =>
  forThisVisit.write(keyOf(submitted.batchId), submitted);
export const submittedTo = (batchId: string): Submitted | null => forThisVisit.read<Submitted>(keyOf(batchId));
export const forgetEverySubmitted = (): void => {
  for (const key of forThisVisit.keys(keyOf(''))) forThisVisit.remove(key);
};
export const forgetSubmitted = (batchId: string): void => forThisVisit.remove(keyOf(batchId));
