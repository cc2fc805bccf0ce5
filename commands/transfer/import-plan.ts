import { DamagedEvent } from '../event-store/damaged-event.ts';
import { hasKeys, isInUse } from '../event-store/own-log.ts';
import { compareFiles } from '../integrity/uploaded-files.ts';
import { VAULT_COLLECTIONS } from '../vault/collections.ts';
import { HMAC_KEY } from '../vault/hmac-key.ts';
import { type MasterKey, masterKeysOf } from '../vault/master-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { type AttachmentCounts, isFile } from './attachments.ts';
import type { Erasures } from './erasures.ts';
import { walkThrough } from './existing-events.ts';
import type { FileFault } from './file-entries.ts';
import type { ImportOptions, ImportTarget } from './import-log.ts';
import type { ImportSource } from './import-source.ts';
import { gatherFacts, type LogFacts } from './log-facts.ts';
import { requireContents } from './manifest.ts';
import { createMeter, type OnTransferProgress } from './progress.ts';
import { TransferRefused } from './transfer-refused.ts';
import { trustedErasures } from './trusted-erasures.ts';
import { refuseOtherImport, type UnfinishedImport } from './unfinished-import.ts';
import { entriesOf } from './vault-entries.ts';

/** Names in a refusal. */
const NAMED = 3;
const SHOWN_EVERY = 100;

/** Determined before the first write. */
export interface ImportPlan {
  readonly events: number;
  readonly digest: string;
  readonly standing: number;
  /** Events of this log after those of the source. */
  readonly behind: number;
  readonly holds: AttachmentCounts | null;
  readonly facts: LogFacts;
  /** From the operator's lists and the log. */
  readonly erasures: Erasures;
  /** If false, the vault here fits the log, apart from missing keys. */
  readonly isVaultPut: boolean;
  /** Subjects with personal data whose keys are missing here. */
  readonly missingKeys: ReadonlySet<string>;
  /** Undamaged files of this store, which stay. */
  readonly soundFiles: ReadonlySet<string>;
  readonly faults: readonly FileFault[];
}

export async function planImport(
  into: ImportTarget,
  options: ImportOptions,
  marker: UnfinishedImport | undefined,
): Promise<ImportPlan> {
  const { source, command, isWithoutKeys = false } = options;
  const move = { command, from: source.storeId };
  refuseOtherImport(marker, move);
  if (!source.attachments && !isWithoutKeys) await requireIdentity(into.vault, source);
  const facts = gatherFacts(source.attachments || isWithoutKeys ? undefined : into.codec);
  const compared = await compareLogs(into, options, marker, facts);
  const { events, digest } = compared;
  if (source.said) requireContents(source.name, { events, digest }, source.said);
  refuseOtherImport(marker, { ...move, digest });
  const isVaultPut = marker !== undefined || compared.standing < compared.events || !(await hasKeys(into.vault));
  const survey = source.attachments && (await surveyOf(source.attachments, into.masterKey, options.onProgress));
  if (survey && source.said) requireContents(source.name, survey.holds, source.said);
  if (survey?.identity) await requireSameInstallation(into, source, survey.identity);
  const erasures = await erasuresFor(into, options, facts, survey?.identity);
  const missingKeys = new Set([...facts.subjects].filter((subject) => !erasures.has(subject)));
  for await (const { document } of entriesOf(into.vault, 'subjectKeys')) missingKeys.delete(document._id);
  if (survey) requireKeys(missingKeys, survey.keys, compared.behind, source.name);
  const soundFiles = new Set<string>();
  const faults: FileFault[] = [];
  const show = createMeter('Comparing files with the log', options.onProgress);
  for await (const file of compareFiles(facts, into)) {
    const compared = soundFiles.size + faults.length;
    if (compared % SHOWN_EVERY === 0) show(compared, facts.uploads.size);
    if (file.fault === null) soundFiles.add(file.id);
    else faults.push(file);
  }
  return { ...compared, holds: survey?.holds ?? null, facts, erasures, isVaultPut, missingKeys, soundFiles, faults };
}

/** From the log, and from lists that the installation's own key proves. */
async function erasuresFor(
  { vault, masterKey }: ImportTarget,
  { source, erasures: lists }: ImportOptions,
  { erasures, streams }: LogFacts,
  imported: string | undefined,
): Promise<Erasures> {
  if (!lists) return erasures;
  const here = await identityIn(vault);
  const identity = imported ?? (here && (await openIdentity(here.sealed, masterKey)));
  const believed = trustedErasures(lists, {
    name: source.name,
    storeId: source.storeId,
    hmacKey: identity === undefined ? undefined : Buffer.from(identity, 'base64'),
    erased: erasures,
    hasStream: (subject) => streams.has(subject),
  });
  return new Map([...believed, ...erasures]);
}

/** Compares both logs, each to its end. */
async function compareLogs(
  { store }: ImportTarget,
  options: ImportOptions,
  marker: UnfinishedImport | undefined,
  { checker }: ReturnType<typeof gatherFacts>,
): Promise<Pick<ImportPlan, 'events' | 'digest' | 'standing' | 'behind'>> {
  const { source, command, onProgress } = options;
  const show = createMeter(`Checking ${source.name}, in kB`, onProgress);
  const reading = source.events(checker, (bytes, total) => show(Math.ceil(bytes / 1000), Math.ceil(total / 1000)));
  const log = walkThrough(store);
  let standing = 0;
  for (;;) {
    const { done, value } = await nextPage(reading, source, options);
    if (done) {
      let behind = 0;
      for await (const events of log.rest()) {
        if (command !== 'restore' && marker?.stage !== 'completing') {
          throw new TransferRefused(
            `The log here holds events that are not in ${source.name}: it can be imported only into an empty installation.`,
          );
        }
        const damaged = (await checker.inspect(events)).find((event) => event instanceof DamagedEvent);
        if (damaged)
          throw new TransferRefused(`The log here is damaged. Run "intake verify" for details. ${damaged.message}`);
        behind += events.length;
      }
      return { events: value.events, digest: value.digest, standing, behind };
    }
    const matched = await log.match(value);
    const other = matched.differsAt === undefined ? undefined : value[matched.differsAt];
    if (other) {
      throw new TransferRefused(
        `The log here is a different one: at event ${standing + matched.standing + 1} of ${source.name}, revision ${other.revision} of ${other.stream}, it holds something else. Nothing has been changed. For this source begin with an empty installation.`,
      );
    }
    standing += matched.standing;
  }
}

/** Without the vault, an unreadable event here may lack its key. */
async function nextPage(
  reading: ReturnType<ImportSource['events']>,
  source: ImportSource,
  { isWithoutKeys = false }: ImportOptions,
) {
  try {
    return await reading.next();
  } catch (error) {
    if (
      source.attachments ||
      isWithoutKeys ||
      !(error instanceof TransferRefused) ||
      !/the key of \S+ /.test(error.message)
    )
      throw error;
    throw new TransferRefused(`${error.message}. ${NO_KEYS}`, { cause: error });
  }
}

const NO_KEYS =
  'Export with --vault to include the keys, or use --without-keys if you bring them into this vault another way.';

/** Ids of emails derive from this key: without it no account could sign in. */
async function requireIdentity(vault: Vault, { name }: ImportSource): Promise<void> {
  if (await identityIn(vault)) return;
  throw new TransferRefused(`${name} holds events alone, and this vault has no keys for them. ${NO_KEYS}`);
}

const identityIn = (vault: Vault) =>
  vault.collection<{ readonly _id: string; readonly sealed: string }>({ name: 'identity', indexes: [] }).get(HMAC_KEY);

interface Survey {
  readonly holds: AttachmentCounts;
  readonly keys: ReadonlySet<string>;
  /** Decrypted. */
  readonly identity: string | undefined;
}

/** Reads everything once, to find damage before the first write. */
async function surveyOf(
  attachments: NonNullable<ImportSource['attachments']>,
  masterKey: MasterKey,
  onProgress: OnTransferProgress,
): Promise<Survey> {
  const show = createMeter('Checking what comes with the events', onProgress);
  const keys = new Set<string>();
  let identity: string | undefined;
  let documents = 0;
  let files = 0;
  for await (const attachment of attachments()) {
    if ((documents + files) % SHOWN_EVERY === 0) show(documents + files, documents + files);
    if (isFile(attachment)) {
      files += 1;
      continue;
    }
    documents += 1;
    const { collection, document } = attachment;
    if (collection === 'subjectKeys') keys.add(document._id);
    if (collection === 'identity' && document._id === HMAC_KEY) {
      identity = await openIdentity(document.sealed, masterKey);
    }
  }
  return { holds: { documents, files }, keys, identity };
}

async function openIdentity(sealed: unknown, masterKey: MasterKey): Promise<string> {
  const keys = masterKeysOf(masterKey);
  await keys.learn([String(sealed)]);
  return keys.unseal(String(sealed), VAULT_COLLECTIONS.identity.placeOf(HMAC_KEY));
}

/** Otherwise one email would have different accounts in the two. */
async function requireSameInstallation(
  { vault, masterKey }: ImportTarget,
  { name }: ImportSource,
  identity: string,
): Promise<void> {
  const here = await identityIn(vault);
  if (!here || !(await isInUse(vault)) || (await openIdentity(here.sealed, masterKey)) === identity) return;
  throw new TransferRefused(
    `The vault here is not the one that ${name} was made of: it belongs to another installation, or was created again. Nothing has been changed. If this one is not needed, move it aside and run this again.`,
  );
}

function requireKeys(missing: ReadonlySet<string>, brought: ReadonlySet<string>, behind: number, name: string): void {
  const lost = [...missing].filter((subject) => !brought.has(subject));
  if (lost.length === 0) return;
  const named = lost.slice(0, NAMED).join(', ');
  const others = lost.length - NAMED;
  throw new TransferRefused(
    [
      `The log here holds personal data under ${lost.length.toLocaleString('en')} ${lost.length === 1 ? 'key that is' : 'keys that are'} neither here nor in ${name}: ${named}${others > 0 ? ` and ${others.toLocaleString('en')} more` : ''}.`,
      ...(behind > 0 ? [`It continues for ${behind.toLocaleString('en')} events after ${name}.`] : []),
      'Nothing has been changed. Restore a later backup, or restore this one into an empty installation to get the state at the time of the backup.',
    ].join(' '),
  );
}
