import { existsSync, realpathSync } from 'node:fs';
import { type Codec, createCodec } from '../../commands/event-store/codec.ts';
import type { StoredEvent } from '../../commands/event-store/port.ts';
import { openMasterKey } from '../../commands/vault/master-key.ts';
import { createSubjectKeys, NO_KEYS } from '../../commands/vault/subject-keys.ts';
import type { Happened } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { type DomainEvent, definitionOf } from '../../domain/events.ts';
import { isErasure } from '../../projections/engine/erasure.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import type { Config } from '../config/config.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { type History, openHistory } from '../storage/stores.ts';
import { openSandbox, type Sandbox } from './open-sandbox.ts';

const PAGE = 500;
/** Limit of one fold; a busy machine may delay it. */
const FOLD_LIMIT_MS = 5000;
/** Pages in flight, so that reading and folding overlap. */
const AHEAD = 2;

export interface ReplayOptions {
  readonly file: string;
  /** Instants, ISO-8601: events recorded from `from`, inclusive, until `to`, exclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** Id or current slug. */
  readonly organization: string | null;
  readonly isPersonal: boolean;
  readonly maxHeapMb: number;
}

export interface Replayed {
  readonly projection: string;
  readonly read: number;
  /** Events that the projection handled. */
  readonly applied: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly rows: readonly object[];
}

export interface ReplayProgress {
  readonly projection: string;
  readonly done: number;
  readonly total: number;
  readonly perSecond: number;
  readonly etaMs: number;
}

/** Folds the history into an analyst's projection. Opens the log read-only and runs the file in a sandbox. */
export async function replay(
  config: Config,
  options: ReplayOptions,
  onProgress: (progress: ReplayProgress) => void,
): Promise<Replayed> {
  const began = performance.now();
  const file = fileAt(options.file);
  const paths = dataPaths(config.dataDir);
  if (config.eventStoreUrl === undefined && !existsSync(paths.events)) {
    throw new OperationRefused(`No Intake data in ${paths.path}.`);
  }
  const opening = new AsyncDisposableStack();
  try {
    const history = await openHistory(config, { hasKeys: options.isPersonal });
    opening.defer(() => history.close());
    const keys = await keysOf(history, config);
    const codec = createCodec({ definitionOf, keys });
    const organization = options.organization && (await organizationIdOf(history, codec, options.organization));
    const { maxHeapMb } = options;
    const sandbox = await openSandbox({ file, maxHeapMb, foldLimitMs: FOLD_LIMIT_MS, organization });
    opening.defer(() => sandbox.close());
    requireKnown(sandbox);
    const isSelected = selection({ ...options, organization });
    const counts = await foldAll({ history, codec, sandbox, isSelected }, onProgress);
    const rows = await sandbox.rows();
    const seconds = Math.round(performance.now() - began) / 1000;
    return { projection: sandbox.name, ...counts, skipped: counts.read - counts.applied, seconds, rows };
  } finally {
    await opening.disposeAsync();
  }
}

function fileAt(path: string): string {
  if (!existsSync(path)) throw new OperationRefused(`There is no file ${path}.`);
  return realpathSync(path);
}

function requireKnown({ name, types }: Sandbox): void {
  const unknown = types.filter((type) => !definitionOf(type));
  if (unknown.length > 0)
    throw new OperationRefused(
      `${name} handles ${unknown.join(', ')}, but there is no such event. docs/events.md lists all events.`,
    );
}

const selection =
  ({ from, to, organization }: Pick<ReplayOptions, 'from' | 'to' | 'organization'>) =>
  (event: RecordedEvent): boolean =>
    (organization === null || event.metadata.organizationId === organization || isErasure(event)) &&
    (from === null || event.at >= from) &&
    (to === null || event.at < to);

interface Folding {
  readonly history: History;
  readonly codec: Codec;
  readonly sandbox: Sandbox;
  readonly isSelected: (event: RecordedEvent) => boolean;
}

async function foldAll(
  { history: { log }, codec, sandbox, isSelected }: Folding,
  onProgress: (progress: ReplayProgress) => void,
): Promise<Pick<Replayed, 'read' | 'applied'>> {
  const began = performance.now();
  const total = await log.head();
  const handled = new Set(sandbox.types);
  const underWay: Promise<number>[] = [];
  let read = 0;
  let applied = 0;
  let after = 0n;
  const settle = async (most: number) => {
    while (underWay.length > most) applied += (await underWay.shift()) ?? 0;
  };
  while (after < total) {
    const page = await log.readAll({ after, limit: PAGE });
    if (page.position === after) break;
    after = page.position;
    read += page.events.length;
    const events = (await codec.decode(page.events.filter(({ type }) => handled.has(type)))).filter(isSelected);
    if (events.length > 0) {
      const folded = sandbox.fold(events);
      folded.catch(() => undefined);
      underWay.push(folded);
    }
    await settle(AHEAD);
    const done = Number(after < total ? after : total);
    const ms = performance.now() - began;
    const etaMs = done === 0 ? 0 : (ms * (Number(total) - done)) / done;
    onProgress({ projection: sandbox.name, done, total: Number(total), perSecond: (1000 * read) / ms, etaMs });
  }
  await settle(0);
  return { read, applied };
}

async function keysOf({ vault }: History, config: Config): Promise<typeof NO_KEYS> {
  if (!vault) return NO_KEYS;
  const checks = vault.collection<{ readonly _id: string }>({ name: 'masterKey', indexes: [] });
  if (!(await checks.get('check')))
    throw new OperationRefused('The vault holds no keys, so there is no personal data.');
  const file = dataPaths(config.dataDir).masterKey;
  const masterKey = await openMasterKey({ configured: config.masterKey, file, vault });
  return createSubjectKeys({ vault, masterKey });
}

/** Reads the organizations' own events, because the read models may belong to a running server. */
async function organizationIdOf({ log }: History, codec: Codec, wanted: string): Promise<string> {
  const slugs = new Map<string, string>();
  const isNaming = ({ type }: StoredEvent) => type === 'OrganizationCreated' || type === 'OrganizationDetailsChanged';
  for (let after = 0n; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    if (page.position === after) break;
    after = page.position;
    for (const event of await codec.decode(page.events.filter(isNaming))) {
      const { type, data, stream } = event as RecordedEvent & Happened<DomainEvent>;
      if (type === 'OrganizationCreated') slugs.set(idOf(stream), data.slug);
      if (type === 'OrganizationDetailsChanged' && data.changes.slug) slugs.set(idOf(stream), data.changes.slug);
    }
  }
  const found = [...slugs].find(([id, slug]) => id === wanted || slug === wanted);
  if (!found) throw new OperationRefused(`No organization has the slug or id "${wanted}".`);
  return found[0];
}
