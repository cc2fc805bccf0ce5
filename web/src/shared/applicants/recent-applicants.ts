import { forThisVisit } from '../browser/browser-storage.ts';

const MOST = 5;
const keyOf = (userId: string): string => `intake.recentApplicants.${userId}`;

/** The applications that a member of staff opened last in this tab. Only ids are kept. */
export const recentApplicants = (userId: string): readonly string[] => {
  const ids = forThisVisit.read<unknown>(keyOf(userId));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, MOST) : [];
};

export function noteRecentApplicant(userId: string, applicationId: string): void {
  const others = recentApplicants(userId).filter((id) => id !== applicationId);
  forThisVisit.write(keyOf(userId), [applicationId, ...others].slice(0, MOST));
}
