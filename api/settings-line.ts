import type { Config } from './config.ts';

type Shown = (value: Config[keyof Config]) => unknown;

const asIs: Shown = (value) => value ?? null;
/** Whether there is one. */
const secret: Shown = (value) => (value === undefined ? 'not set' : 'set');
/** Scheme, host and path: names, passwords and options may open something. */
const address: Shown = (value) => (value === undefined ? null : withoutCredentials(String(value)));

/** Up to the last @, before the options go: an unescaped `#` in a password must not hide the rest of it. */
function withoutCredentials(url: string): string {
  const from = url.indexOf('://') + 3;
  const host = Math.max(from, url.lastIndexOf('@') + 1);
  return url.slice(0, from) + url.slice(host).replace(/[?#].*$/s, '');
}

/** How each setting is logged at the start; a new one does not compile before it is known whether it is secret. */
const SETTINGS: Readonly<Record<keyof Config, Shown>> = {
  isLocal: asIs,
  isTrial: asIs,
  port: asIs,
  host: asIs,
  publicUrl: address,
  baseDomain: asIs,
  dataDir: asIs,
  eventStoreUrl: address,
  mongodbUrl: address,
  masterKey: secret,
  smtpUrl: address,
  sendGridSmtpUrl: address,
  mailFrom: asIs,
  calendlyApiUrl: address,
  role: asIs,
  isDemo: asIs,
  allowsPrivateWebhooks: asIs,
  hasRateLimits: asIs,
  metricsToken: secret,
  trustedProxies: asIs,
  backupDir: asIs,
  backupEveryMs: asIs,
  backupKeep: asIs,
  backupPassphrase: secret,
  logLevel: asIs,
};

/** The effective settings without what is secret. */
export const shownSettings = (config: Config): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(SETTINGS).map(([name, show]) => [name, show(config[name as keyof Config])]));
