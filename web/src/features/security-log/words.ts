import type { SecurityEntryView } from '../../../../api/contract/security-log.ts';
import { SECURITY_KINDS, type SecurityKind } from '../../../../domain/security-log/kinds.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import type { CallByName } from '../../../../domain/user/display-name.ts';

/** Those of the whole installation are no school's. */
const OF_INSTALLATION: readonly SecurityKind[] = ['keyRotated', 'creatorGranted', 'otherSite'];

const GROUPS = [
  [
    'Logins',
    [
      'signedIn',
      'signInFailed',
      'factorMissing',
      'triesLimited',
      'linkAsked',
      'linkRefused',
      'codeWrong',
      'passkeyWrong',
      'passkeyCopied',
      'passwordChanged',
      'passwordReset',
      'passwordWrong',
    ],
  ],
  [
    'Refused',
    [
      'notSignedIn',
      'refused',
      'unconfirmed',
      'factorNeeded',
      'factorResetRefused',
      'foreignId',
      'unknownId',
      'limited',
      'readLimited',
      'tokenRefused',
      'unusual',
    ],
  ],
  ['Access to data', ['read', 'massRead', 'downloaded', 'ownDataDownloaded']],
] as const satisfies readonly (readonly [string, readonly SecurityKind[]])[];

const OTHERS = SECURITY_KINDS.filter(
  (kind) => !OF_INSTALLATION.includes(kind) && !GROUPS.some(([, kinds]) => (kinds as readonly string[]).includes(kind)),
);

const option = (kind: SecurityKind) => ({ value: kind, label: TEXTS.securityLog.kinds[kind] });

export const KIND_OPTIONS = [
  { value: '', label: 'Everything' },
  ...[...GROUPS, ['Access and data changed', OTHERS] as const].map(([group, kinds]) => ({
    group,
    items: kinds.map(option),
  })),
];

const SHOWN_OF_ID = 8;

/** They name the account that it happened to, not the person who did it. */
const TRIED: readonly SecurityKind[] = [
  'signInFailed',
  'factorMissing',
  'triesLimited',
  'codeWrong',
  'passwordWrong',
  'passkeyWrong',
  'passkeyCopied',
  'factorLost',
  'factorResetRefused',
];

/** A member or a token of the school; null for all others. */
export const nameIn = ({ actor }: Pick<SecurityEntryView, 'actor'>, call: CallByName): string | null =>
  actor?.kind === 'user' ? call(actor.name) : (actor?.name ?? null);

/** Whom an entry is about: by name or email only if that is the school's to know. */
export function whoIn({ actor, kind }: Pick<SecurityEntryView, 'actor' | 'kind'>, call: CallByName): string {
  if (actor === null) return TEXTS.securityLog.several;
  if (actor.kind === 'system') return TEXTS.securityLog.operator;
  if (actor.kind === 'anonymous') return TEXTS.securityLog.nobody;
  if (actor.id === null) return TEXTS.securityLog.erased;
  const name = nameIn({ actor }, call);
  if (name !== null) return TRIED.includes(kind) ? TEXTS.securityLog.account(name) : name;
  const shown = actor.id.slice(0, SHOWN_OF_ID);
  return actor.kind === 'token' ? TEXTS.securityLog.foreignToken(shown) : TEXTS.securityLog.outsider(shown);
}
