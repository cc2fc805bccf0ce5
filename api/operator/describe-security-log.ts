import { TEXTS } from '../../domain/text/texts.ts';
import type { ListedSecurityEntry, ListedSecurityLog } from './security-log.ts';

export function describeSecurityLog({ entries, hasMore }: ListedSecurityLog): string {
  if (entries.length === 0) return 'The security log has no such entries.';
  return [...entries.map(lineOf), ...(hasMore ? [olderThan(entries)] : [])].join('\n');
}

const olderThan = (entries: readonly ListedSecurityEntry[]): string =>
  `Older ones are not listed. To see them, add: --until ${entries.at(-1)?.firstAt}`;

function lineOf(entry: ListedSecurityEntry): string {
  const { firstAt, lastAt, count, school, kind, network, device, calls } = entry;
  const called = calls.map(({ call, count: times }) =>
    times === 1 ? call : `${call} (${times.toLocaleString('en')})`,
  );
  return [
    firstAt === lastAt ? firstAt : `${firstAt} to ${lastAt}`,
    school ?? '-',
    count === 1
      ? TEXTS.securityLog.kinds[kind]
      : `${TEXTS.securityLog.kinds[kind]}, ${count.toLocaleString('en')} times`,
    whoIn(entry),
    network ?? '-',
    device ?? '-',
    called.join(', ') || '-',
  ].join('\t');
}

function whoIn({ isRest, actorKind, actorId }: ListedSecurityEntry): string {
  if (isRest && actorId === null) return 'several, not kept apart';
  if (actorKind === 'system') return 'operator';
  if (actorKind === 'anonymous') return 'not logged in';
  const what = actorKind === 'token' ? 'API token' : 'account';
  return `${what} ${actorId ?? '(erased)'}`;
}
