import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readSender } from '../../commands/email/read-sender.ts';
import type { PortalHosts } from '../../commands/organization/portal-hosts.ts';
import { isAddressRange, PRIVATE_RANGES } from '../../commands/outgoing/address-rules.ts';
import type { BackupSchedule } from '../../commands/transfer/backup-status.ts';
import { LEAST_PASSPHRASE } from '../../commands/transfer/passphrase.ts';
import { isHostLabel } from '../../domain/organization/details.ts';
import { isEmail } from '../../domain/values/email.ts';

const oneOf = <const Word extends string>(...words: readonly [Word, ...Word[]]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);

const text = (isValid: (text: string) => boolean, rule: string) => z.string().refine(isValid, rule);

/** `URL` accepts no lists of hosts, as both servers' addresses may have; the adapters check the rest. */
const serverUrl = (protocol: RegExp, rule: string) =>
  text((url) => {
    const [scheme = '', ...rest] = url.split('://');
    const hosts = /^(?:.*@)?([^/?]*)/s.exec(rest.join('://'))?.[1] ?? '';
    return protocol.test(scheme) && hosts.split(',').every(isServer);
  }, rule);

function isServer(address: string): boolean {
  // A MongoDB socket is a host whose path is percent-encoded.
  const found = /^(?:\[[\da-f:.]+\]|[\w.-]+|(?:%2F|[\w.-])+\.sock)(?::(\d+))?$/i.exec(address);
  const [, port = '1'] = found ?? [];
  return found !== null && isPort(port) && Number(port) > 0;
}

function urlOf(address: string, protocol: RegExp): URL | null {
  const url = URL.parse(address);
  return url && protocol.test(url.protocol) && url.hostname !== '' && url.port !== '0' ? url : null;
}
const SMTP_RULE = 'must be like smtp://user:password@mail.example.org:587 or smtps://…';
const smtpUrl = text((address) => {
  const url = urlOf(address, /^smtps?:$/);
  return url !== null && ['', '/'].includes(url.pathname) && url.hash === '';
}, SMTP_RULE);

/** A path may follow, because others are appended to it. */
function isBaseUrl(address: string): boolean {
  const url = urlOf(address, /^https?:$/);
  return url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
}

/** A path would be missing in every link. */
function isOrigin(address: string): boolean {
  const url = urlOf(address, /^https?:$/);
  return url !== null && url.href === `${url.origin}/`;
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_EVERY_MS = 30 * UNIT_MS.d;

/** `30m`, `24h` or `7d` in milliseconds; undefined for anything else. */
function durationOf(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

const isPort = (port: string): boolean => /^\d{1,5}$/.test(port) && Number(port) <= 65_535;
/** A name that ends in a number is an address (WHATWG URL §3.5). */
const isHostName = (name: string): boolean =>
  name.length <= 253 && name.toLowerCase().split('.').every(isHostLabel) && !/(^|\.)\d+$/.test(name);
/** Containers have names with an underscore, and a final dot marks a full name. */
const isMachineName = (name: string): boolean =>
  name.length <= 254 && /^[\w-]{1,63}(\.[\w-]{1,63})*\.?$/.test(name) && !/(^|\.)\d+\.?$/.test(name);

/** Removes line breaks, and the quotes that `docker --env-file` keeps. */
const bareKey = (key: string): string => key.replaceAll(/[\s"']/g, '');
/** 32 bytes in either alphabet; `Buffer` would ignore other characters. */
const isMasterKey = (key: string): boolean => /^[\w+/-]{43}={0,2}$/.test(key);
const isHeaderText = (token: string): boolean => /^[ -~]{16,1000}$/.test(token);

function privateRanges(text: string): readonly string[] {
  if (text === '0') return [];
  return text === '1' ? PRIVATE_RANGES : text.split(',').map((range) => range.trim());
}

/** A local sender may have a domain without a dot. */
function isSender(mailFrom: string): boolean {
  const { address } = readSender(mailFrom);
  if (mailFrom.includes('<') && !mailFrom.endsWith('>')) return false;
  return isEmail(address.replace(/@localhost$/, '@localhost.localdomain'));
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Each rule follows the variable's name in a sentence. */
const ENVIRONMENT = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').optional(),
  PORT: text(isPort, 'must be a whole number from 0 to 65535').default('3000').transform(Number),
  HOST: text(
    (host) => isIP(host) !== 0 || isMachineName(host),
    'must be an address or a host name of this machine, without a port, like 127.0.0.1, 0.0.0.0 or ::',
  ).default('127.0.0.1'),
  PUBLIC_URL: text(
    isOrigin,
    'must be the address of the portal without a path, like https://portal.example.org',
  ).optional(),
  BASE_DOMAIN: text(isHostName, 'must be a host name, like schools.example.org').optional(),
  DATA_DIR: z.string().default('./data'),
  EVENTSTORE_URL: serverUrl(
    /^(esdb|kurrentdb)(\+discover)?$/,
    'must be like esdb://user:password@host:2113?tlsCAFile=/ca/ca.crt',
  ).optional(),
  MONGODB_URL: serverUrl(
    /^mongodb(\+srv)?$/,
    'must be like mongodb://user:password@host:27017/intake?replicaSet=rs0',
  ).optional(),
  MASTER_KEY: z
    .string()
    .transform(bareKey)
    .refine(isMasterKey, 'must be 32 bytes as base64, as openssl rand -base64 32 prints them')
    .optional(),
  SMTP_URL: smtpUrl.optional(),
  SENDGRID_SMTP_URL: smtpUrl.default('smtps://smtp.sendgrid.net:465'),
  MAIL_FROM: text(isSender, 'must be an email address, alone or as in Intake <intake@example.org>').default(
    'Intake <intake@localhost>',
  ),
  CALENDLY_API_URL: text(isBaseUrl, 'must be like https://api.calendly.com').default('https://api.calendly.com'),
  ROLE: oneOf('all', 'api', 'worker').default('all'),
  DEMO: oneOf('0', '1').optional(),
  WEBHOOK_ALLOW_PRIVATE: z
    .string()
    .transform(privateRanges)
    .refine(
      (ranges) => ranges.every(isAddressRange),
      'must be 0, 1 for loopback and private networks, or ranges such as 10.0.0.0/8',
    )
    .default([]),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  METRICS_TOKEN: text(isHeaderText, 'must have 16 to 1,000 characters, all of ASCII').optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (list) => list.every(isProxyAddress),
      'must be addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    )
    .optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: text((every) => {
    const ms = durationOf(every);
    return ms !== undefined && ms <= LONGEST_EVERY_MS;
  }, 'must be a time from 1m to 30d, like 90m, 24h or 7d')
    .default('24h')
    .transform((every) => durationOf(every) as number),
  BACKUP_KEEP: text((count) => /^[1-9]\d{0,2}$/.test(count), 'must be a whole number from 1 to 999')
    .default('7')
    .transform(Number),
  BACKUP_PASSPHRASE: text(
    (passphrase) => passphrase.length >= LEAST_PASSPHRASE && passphrase.trim() !== '',
    `must have at least ${LEAST_PASSPHRASE} characters`,
  ).optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
});

export const VARIABLES: readonly string[] = Object.keys(ENVIRONMENT.shape);
export type Variable = keyof typeof ENVIRONMENT.shape;

/** A passphrase is any text; a key and a list of proxies may have several lines. */
const ANY_TEXT: ReadonlySet<string> = new Set<Variable>(['MASTER_KEY', 'BACKUP_PASSPHRASE', 'TRUST_PROXY']);
const PADDED = 'must not begin or end with a space, nor hold a line break or a tab';
const isPadded = (value: string): boolean => value !== value.trim() || /\p{Cc}/u.test(value);

/** The only module that reads the environment. */
export interface Config {
  /** HOST and PUBLIC_URL are both loopback. */
  readonly isLocal: boolean;
  /** Local and not marked as production. Shortcuts exist only here. */
  readonly isTrial: boolean;
  readonly nodeEnv: string | undefined;
  /** 0 uses any free port. */
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; absent = `http://localhost:{port}`. */
  readonly publicUrl: string | undefined;
  readonly baseDomain: string | undefined;
  readonly dataDir: string;
  readonly eventStoreUrl: string | undefined;
  readonly mongodbUrl: string | undefined;
  readonly masterKey: string | undefined;
  readonly smtpUrl: string | undefined;
  /** For organizations with their own key. */
  readonly sendGridSmtpUrl: string;
  readonly mailFrom: string;
  readonly calendlyApiUrl: string;
  readonly role: 'all' | 'api' | 'worker';
  readonly isDemo: boolean;
  /** Besides public addresses, in CIDR notation. */
  readonly privateWebhookRanges: readonly string[];
  readonly hasRateLimits: boolean;
  readonly metricsToken: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Absent = no scheduled backups. */
  readonly backupDir: string | undefined;
  readonly backupEveryMs: number;
  readonly backupKeep: number;
  /** Absent = not encrypted. */
  readonly backupPassphrase: string | undefined;
  readonly logLevel: string;
}

/** An invalid environment, with one line for each variable. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = ENVIRONMENT.safeParse(given);
  const faults = new Map(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]));
  for (const name of VARIABLES) {
    if (!faults.has(name) && !ANY_TEXT.has(name) && isPadded(given[name] ?? '')) faults.set(name, PADDED);
  }
  if (!parsed.success || faults.size > 0) {
    const lines = Array.from(faults, ([name, rule]) => `${name}: ${rule}`);
    throw new ConfigRefused(`The configuration is invalid.\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const publicUrl = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL);
  const isLocal = isLoopbackHost(env.HOST) && (publicUrl === undefined || isLoopback(publicUrl.hostname));
  const isTrial = isLocal && env.NODE_ENV !== 'production';
  const hasServers = env.EVENTSTORE_URL !== undefined && env.MONGODB_URL !== undefined;
  if (env.ROLE !== 'all' && !hasServers) {
    throw new ConfigRefused(
      `ROLE=${env.ROLE} needs EVENTSTORE_URL and MONGODB_URL: one process owns an embedded store.`,
    );
  }
  if ((env.EVENTSTORE_URL ?? env.MONGODB_URL) && env.MASTER_KEY === undefined) {
    throw new ConfigRefused('MASTER_KEY is required with servers: 32 random bytes as base64.');
  }
  return {
    isLocal,
    isTrial,
    nodeEnv: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: publicUrl?.origin,
    baseDomain: env.BASE_DOMAIN?.toLowerCase(),
    dataDir: env.DATA_DIR,
    eventStoreUrl: env.EVENTSTORE_URL,
    mongodbUrl: env.MONGODB_URL,
    masterKey: env.MASTER_KEY,
    smtpUrl: env.SMTP_URL,
    sendGridSmtpUrl: env.SENDGRID_SMTP_URL,
    mailFrom: env.MAIL_FROM,
    calendlyApiUrl: env.CALENDLY_API_URL,
    role: env.ROLE,
    isDemo: env.DEMO === undefined ? isTrial : env.DEMO === '1',
    privateWebhookRanges: env.WEBHOOK_ALLOW_PRIVATE,
    hasRateLimits: env.RATE_LIMITS === 'on',
    metricsToken: env.METRICS_TOKEN,
    trustedProxies: env.TRUST_PROXY ?? [],
    backupDir: env.BACKUP_DIR,
    backupEveryMs: env.BACKUP_EVERY,
    backupKeep: env.BACKUP_KEEP,
    backupPassphrase: env.BACKUP_PASSPHRASE,
    logLevel: env.LOG_LEVEL,
  };
}

export function backupScheduleOf({
  backupDir,
  backupEveryMs,
  backupKeep,
  backupPassphrase,
}: Config): BackupSchedule | null {
  if (backupDir === undefined) return null;
  return {
    directory: resolve(backupDir),
    everyMs: backupEveryMs,
    keep: backupKeep,
    passphrase: backupPassphrase ?? null,
  };
}

/** The portal's public address; links in emails are built from it, never from a request. */
export interface Site {
  readonly publicUrl: URL;
  /** Organizations are at `{subdomain or slug}.{baseDomain}`. */
  readonly baseDomain: string | null;
  readonly isLocal: boolean;
  readonly isTrial: boolean;
}

export function siteOf(config: Config, port: number): Site {
  const publicUrl = new URL(config.publicUrl ?? `http://localhost:${port}`);
  return {
    publicUrl,
    baseDomain: config.baseDomain ?? (isLoopback(publicUrl.hostname) ? 'localhost' : null),
    isLocal: config.isLocal,
    isTrial: config.isTrial,
  };
}

/** Reserved names: an organization with one of them would replace the portal or another school. */
export const portalHosts = ({ publicUrl: { hostname: own }, baseDomain }: Site): PortalHosts => ({
  isPortalHost: (hostname) =>
    [own, ...(baseDomain === null ? [] : [baseDomain])].some(
      (name) => hostname === name || hostname.endsWith(`.${name}`),
    ),
  isPortalLabel: (label) =>
    baseDomain !== null && (own === `${label}.${baseDomain}` || own.endsWith(`.${label}.${baseDomain}`)),
});

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname);

/** HOST has IPv6 addresses without brackets. */
const isLoopbackHost = (host: string): boolean => isLoopback(host.toLowerCase()) || host === '::1';
