import { EventStoreDBClient } from '@eventstore/db-client';

/** The client's options, in lower case without `_` and `-`, as the client compares them. */
const OPTIONS = new Set(
  [
    'connectionName',
    'defaultDeadline',
    'discoveryInterval',
    'gossipTimeout',
    'keepAliveInterval',
    'keepAliveTimeout',
    'maxDiscoverAttempts',
    'nodePreference',
    'throwOnAppendFailure',
    'tls',
    'tlsCAFile',
    'tlsVerifyCert',
    'userCertFile',
    'userKeyFile',
  ].map(flat),
);

/** Seconds. The client's default of 5 is longer than a command waits. */
const GOSSIP_TIMEOUT_S = 1;

/**
 * Accepts `esdb://` and `esdb+discover://`, several hosts included. Errors and warnings never quote the string, which
 * may contain a password.
 */
export function openClient(url: string): EventStoreDBClient {
  for (const [name, value] of optionsOf(url)) {
    if (!OPTIONS.has(flat(name))) throw badString(`there is no option ${printable(name)}`);
    if (flat(name) === 'tlsverifycert' && value === 'false') {
      throw badString('tlsVerifyCert=false is not supported; name the authority with tlsCAFile or NODE_EXTRA_CA_CERTS');
    }
    if (flat(name) === 'throwonappendfailure' && value === 'false') {
      throw badString('throwOnAppendFailure=false would hide refused appends');
    }
    if (flat(name) === 'nodepreference' && flat(value) !== 'leader') {
      throw badString('nodePreference has to be leader, which alone takes commands and has all that it acknowledged');
    }
  }
  try {
    const client = EventStoreDBClient.connectionString(url);
    return isCluster(url) ? EventStoreDBClient.connectionString(forCluster(url)) : client;
  } catch (error) {
    throw badString(reasonOf(error));
  }
}

const isCluster = (url: string) => /^\s*\w+\+discover:/.test(url) || hostsOf(url).includes(',');

/** With several hosts after `+discover`, the client would ask only the first. */
function forCluster(url: string): string {
  const all = hostsOf(url).includes(',') ? url.replace('+discover:', ':') : url.trim();
  const options = optionsOf(url);
  if (options.some(([name]) => flat(name) === 'gossiptimeout')) return all;
  const timeout = `gossipTimeout=${GOSSIP_TIMEOUT_S}`;
  const start = all.lastIndexOf('?');
  return options.length === 0 ? `${all}?${timeout}` : `${all.slice(0, start)}?${timeout}&${all.slice(start + 1)}`;
}

const hostsOf = (url: string) => /:\/\/(?:.*@)?([^/?]*)/s.exec(url)?.[1] ?? '';

/** After the last `?`: names and passwords may contain one. */
function optionsOf(url: string): [name: string, value: string][] {
  const start = url.lastIndexOf('?');
  if (start === -1 || url.includes('@', start)) return [];
  return url
    .slice(start + 1)
    .trim()
    .replace(/(?<!\/)\/+$/, '')
    .split('&')
    .map((option) => {
      const [name = '', value = ''] = option.split('=');
      return [name, value.trim()];
    });
}

/** Omits the client's own parse error, which may quote the string. */
function reasonOf(error: unknown): string {
  const { location, expected, message } = error as Error & { location?: [number, number]; expected?: string };
  if (location) return `at character ${location[0] + 1}, ${expected} is expected`;
  return /certificate|userCertFile|keepAlive|defaultDeadline/i.test(message) ? message : 'it cannot be read';
}

function flat(name: string): string {
  return name.trim().toLowerCase().replace(/[_-]/g, '');
}

const printable = (name: string) => (/^\w{1,40}$/.test(name) ? name : 'of that name');

const badString = (reason: string) => new TypeError(`The EventStoreDB connection string is not valid: ${reason}`);
