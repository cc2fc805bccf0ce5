import { useState } from 'react';
import type { Integration } from '../../../../domain/process/embed-address.ts';
import { onThisDevice } from '../browser/browser-storage.ts';
import { useUser } from '../session/session.ts';

/** Whether this person has agreed, in this browser, to load a company's widgets. Kept until it is withdrawn. */
export function useConsent(type: Integration['type']): readonly [boolean, (isGiven: boolean) => void] {
  const { data: user } = useUser();
  const key = `intake.widget.${type}.${user?._id ?? 'nobody'}`;
  const [isGiven, setIsGiven] = useState(() => onThisDevice.read<boolean>(key) === true);
  const decide = (decision: boolean) => {
    if (decision) onThisDevice.write(key, true);
    else onThisDevice.remove(key);
    setIsGiven(decision);
  };
  return [isGiven, decide];
}
