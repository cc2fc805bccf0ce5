import { type Config, isLoopback, type Site } from './config.ts';

/** Start-up warnings about settings that suit a trial and not people's data. */
export function unfitSettings(config: Config, { publicUrl }: Site, isMasterKeyNew: boolean): readonly string[] {
  if (config.isTrial) return [];
  const isUnreachable = isLoopback(publicUrl.hostname);
  const hasVisitors = config.role !== 'worker' && !config.isLocal;
  return [
    ...(isMasterKeyNew
      ? [
          'A new master key was created in DATA_DIR/master.key. Keep a copy of it, separate from the backups. Without it, personal data is lost.',
        ]
      : []),
    ...(config.smtpUrl === undefined
      ? ['SMTP_URL is not set: emails are written to DATA_DIR/outbox and not sent.']
      : []),
    ...(isUnreachable
      ? [`PUBLIC_URL is not set to the address that people use, so links in emails lead to ${publicUrl.origin}.`]
      : []),
    ...(hasVisitors && config.trustedProxies.length === 0
      ? [
          `HOST is ${config.host} and TRUST_PROXY is not set: behind a proxy, all visitors count as one address and share its limits.`,
        ]
      : []),
  ];
}
