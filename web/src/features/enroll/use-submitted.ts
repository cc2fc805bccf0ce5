import { useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { useIsHydrated } from '../../shared/browser/hydrated.ts';
import { useUser } from '../../shared/session/session.ts';
import {
  asSubmitted,
  forgetSubmitted,
  rememberSubmitted,
  type Submitted,
  submittedTo,
} from '../../shared/session/submitted.ts';

export function useSubmitted(batch: Batch | undefined) {
  const { data: user } = useUser();
  const isHydrated = useIsHydrated();
  const [sent, setSent] = useState<Submitted | null>(null);
  const [person, setPerson] = useState(user?._id);
  if (person !== user?._id) {
    setPerson(user?._id);
    if (person !== undefined) setSent(null);
  }
  const waiting = batch && isHydrated && !user ? submittedTo(batch._id) : null;
  const submitted = sent && sent.batchId === batch?._id ? sent : waiting;
  // Setting the password logs in; the form stays until the next page is shown.
  if (submitted && submitted !== sent) setSent(submitted);
  return {
    submitted,
    remember: (application: ApplicationView) => {
      const now = asSubmitted(application);
      setSent(now);
      if (!user) rememberSubmitted(now);
    },
    forget: () => {
      if (batch) forgetSubmitted(batch._id);
      setSent(null);
    },
  };
}
