import { resolve } from 'node:path';
import type { Config, Site, Variable } from './config.ts';

const secret = (value: string | undefined) => (value === undefined ? 'not set' : 'set');
const address = (url: string | undefined) => url && withoutCredentials(url);
const flag = (isSet: boolean) => (isSet ? '1' : '0');
const duration = (ms: number) => (ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : `${ms / 60_000}m`);

/** Cuts at the last @ first: an unescaped `#` in a password must not hide the rest of it. */
function withoutCredentials(url: string): string {
  const from = url.indexOf('://') + 3;
  const host = Math.max(from, url.lastIndexOf('@') + 1);
  return url.slice(0, from) + url.slice(host).replace(/[?#].*$/s, '');
}

/** Complete by type, so that a new variable needs a decision about secrecy. */
const SETTINGS: Readonly<Record<Variable, (config: Config, site: Site) => unknown>> = {
  NODE_ENV: ({ nodeEnv }) => nodeEnv,
  ROLE: ({ role }) => role,
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  PUBLIC_URL: (_, { publicUrl }) => address(publicUrl.origin),
  BASE_DOMAIN: (_, { baseDomain }) => baseDomain,
  DATA_DIR: ({ dataDir }) => resolve(dataDir),
  EVENTSTORE_URL: ({ eventStoreUrl }) => address(eventStoreUrl),
  MONGODB_URL: ({ mongodbUrl }) => address(mongodbUrl),
  MASTER_KEY: ({ masterKey }) => (masterKey === undefined ? 'DATA_DIR/master.key' : 'environment'),
  SMTP_URL: ({ smtpUrl }) => address(smtpUrl),
  SENDGRID_SMTP_URL: ({ sendGridSmtpUrl }) => address(sendGridSmtpUrl),
  MAIL_FROM: ({ mailFrom }) => mailFrom,
  CALENDLY_API_URL: ({ calendlyApiUrl }) => address(calendlyApiUrl),
  DEMO: ({ isDemo }) => flag(isDemo),
  WEBHOOK_ALLOW_PRIVATE: ({ privateWebhookRanges }) => privateWebhookRanges.join(',') || null,
  RATE_LIMITS: ({ hasRateLimits }) => (hasRateLimits ? 'on' : 'off'),
  METRICS_TOKEN: ({ metricsToken }) => secret(metricsToken),
  TRUST_PROXY: ({ trustedProxies }) => trustedProxies.join(',') || null,
  BACKUP_DIR: ({ backupDir }) => backupDir && resolve(backupDir),
  BACKUP_EVERY: ({ backupEveryMs }) => duration(backupEveryMs),
  BACKUP_KEEP: ({ backupKeep }) => backupKeep,
  BACKUP_PASSPHRASE: ({ backupPassphrase }) => secret(backupPassphrase),
  LOG_LEVEL: ({ logLevel }) => logLevel,
};

export const shownSettings = (config: Config, site: Site): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(SETTINGS).map(([name, show]) => [name, show(config, site) ?? null]));
