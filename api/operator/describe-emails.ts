import type { ListedEmails, RetriedEmails } from './emails.ts';

export function describeEmails({ mails, hasMore }: ListedEmails): string {
  if (mails.length === 0) return 'No emails have failed or are being retried.';
  const lines = mails.map(({ id, state, school, kind, tries, triedAt, nextTryAt, reason }) =>
    [
      state,
      school ?? '-',
      kind,
      `${triedAt}, ${tries} ${tries === 1 ? 'try' : 'tries'}`,
      ...(nextTryAt === null ? [] : [`next ${nextTryAt}`]),
      reason ?? '-',
      id,
    ].join('\t'),
  );
  return [...lines, ...(hasMore ? ['Older ones are not listed.'] : [])].join('\n');
}

export function describeRetried({ queued, hastened, refused }: RetriedEmails): string {
  const done = [
    ...(queued > 0 ? [`${emailsOf(queued)} queued again`] : []),
    ...(hastened > 0 ? [`the next attempt of ${emailsOf(hastened)} is due now`] : []),
  ];
  const sentence =
    done.length > 0 ? `${done.join('; ')}.` : 'Nothing to do: no such email has failed or is being retried.';
  return [sentence[0]?.toUpperCase() + sentence.slice(1), ...refused.map(({ id, reason }) => `${id}: ${reason}`)].join(
    '\n',
  );
}

const emailsOf = (count: number): string => `${count.toLocaleString('en')} email${count === 1 ? '' : 's'}`;
