import type { Rotated } from '../../commands/master-key/rotate-master-key.ts';
import { counted } from './counted.ts';

const WHAT = {
  identity: 'key of the installation',
  invitationLinks: 'invitation',
  secrets: 'secret',
  subjectKeys: 'key of a person',
} as const;
const MANY: Readonly<Record<string, string>> = {
  'key of the installation': 'keys of the installation',
  'key of a person': 'keys of people',
};

export function describeRotated({ from, to, changed, sealed, isFinished, oldKeyFile }: Rotated): string {
  const held = Object.entries(WHAT).map(([name, what]) => {
    const count = sealed[name] ?? 0;
    return count === 1 || !MANY[what] ? counted(count, what) : `${count.toLocaleString('en')} ${MANY[what]}`;
  });
  return [
    `Sealed under the new key ${to}: ${held.join(', ')}; ${changed.toLocaleString('en')} of them by this run. Nothing is left under the old key ${from}.`,
    isFinished
      ? 'You need the old key only for backups made before now.'
      : 'Not finished: set MASTER_KEY to the new key, restart every process, one after the other, and run "intake rotate-key" once more. Until then a process may start with either key.',
    ...(oldKeyFile === null
      ? []
      : [
          `The new key is in DATA_DIR/master.key: copy it to where the old one is kept. The old one is in ${oldKeyFile}: move it there too, and keep it as long as you keep older backups.`,
        ]),
  ].join('\n');
}
