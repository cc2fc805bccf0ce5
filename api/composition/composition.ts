import type { Logger } from 'pino';
import { createIdentity } from '../../commands/context/identity.ts';
import { createFileMailer } from '../../commands/email/file-mailer.ts';
import {
  type Addressed,
  createPreviewEmail,
  createSendEmail,
  type PreviewEmail,
  type SendEmail,
} from '../../commands/email/outgoing-email.ts';
import { createSenders } from '../../commands/email/sender.ts';
import { createSmtpMailer } from '../../commands/email/smtp-mailer.ts';
import { type Codec, createCodec } from '../../commands/event-store/codec.ts';
import { createEventLog } from '../../commands/event-store/encoded-event-log.ts';
import type { EventLog } from '../../commands/event-store/event-log.ts';
import { requireOwnLog } from '../../commands/event-store/own-log.ts';
import { createStreamCache } from '../../commands/event-store/stream-cache.ts';
import { createStreamHeads } from '../../commands/event-store/stream-heads.ts';
import type { FileEnvironment } from '../../commands/file/file-environment.ts';
import { type DamageGuard, guardLog, guardStore } from '../../commands/integrity/damage-guard.ts';
import { openVerificationRecords } from '../../commands/integrity/verification-records.ts';
import { verifySlowly } from '../../commands/integrity/verify-slowly.ts';
import type { InvitationEnvironment } from '../../commands/invitation/invitation-environment.ts';
import { createLoginRequests, type LoginRequests } from '../../commands/login-link/login-requests.ts';
import type { OrganizationEnvironment } from '../../commands/organization/portal-hosts.ts';
import type { DomainEnvironment } from '../../commands/organization/verify-domain.ts';
import { createHttpClient } from '../../commands/outgoing/http-client.ts';
import { createTxtResolver, type ResolveTxt } from '../../commands/outgoing/txt-records.ts';
import { createPlaces } from '../../commands/privacy/places.ts';
import { createRenameAnswersReaction } from '../../commands/process/rename-answers-reaction.ts';
import { createDailyDigestReaction } from '../../commands/reactions/daily-digest-reaction.ts';
import { createInvitationReaction } from '../../commands/reactions/invitation-reaction.ts';
import { createLoginLinkReactions } from '../../commands/reactions/login-link-reactions.ts';
import { createOwnersMailReactions } from '../../commands/reactions/owners-mail-reaction.ts';
import { createReactions, type Reactions } from '../../commands/reactions/reactions.ts';
import { createSecurityAlertReactions } from '../../commands/reactions/security-alert-reactions.ts';
import { createSecurityMailReactions } from '../../commands/reactions/security-mail-reactions.ts';
import { createStaffNoticeReaction } from '../../commands/reactions/staff-notice-reaction.ts';
import { type Calendly, createCalendly } from '../../commands/scheduling/calendly.ts';
import { createFetchInterviewReaction } from '../../commands/scheduling/fetch-interview-reaction.ts';
import { type Authenticators, createAuthenticators } from '../../commands/second-factor/authenticators.ts';
import { createPasskeyChallenges, type PasskeyChallenges } from '../../commands/second-factor/passkey-challenges.ts';
import { createPasskeys, type Passkeys } from '../../commands/second-factor/passkeys.ts';
import { createSecurityLog, type SecurityLog } from '../../commands/security-log/security-log.ts';
import { type BackupStatus, createBackupStatus } from '../../commands/transfer/backup-status.ts';
import { refuseUnfinishedImport } from '../../commands/transfer/unfinished-import.ts';
import { createAttemptLimits, UNLIMITED } from '../../commands/user/attempt-limits.ts';
import { createDrafts } from '../../commands/user/drafts.ts';
import { createPasswords, type PasswordCost } from '../../commands/user/passwords.ts';
import { createPreferences } from '../../commands/user/preferences.ts';
import { type Derive, openDerivedKeys } from '../../commands/vault/derived-keys.ts';
import { openHmacKey } from '../../commands/vault/hmac-key.ts';
import { createInvitationLinks } from '../../commands/vault/invitation-links.ts';
import { openMasterKey } from '../../commands/vault/master-key.ts';
import type { MasterKeys } from '../../commands/vault/master-keys.ts';
import { createOneTimeTokens, type OneTimeTokens } from '../../commands/vault/one-time-tokens.ts';
import type { PersonalDocuments } from '../../commands/vault/personal-documents.ts';
import { createRequestKeys, type RequestKeys } from '../../commands/vault/request-keys.ts';
import { createSealedSecrets } from '../../commands/vault/sealed-secrets.ts';
import { createSubjectKeys, type SubjectKeys } from '../../commands/vault/subject-keys.ts';
import { sweepDaily } from '../../commands/vault/sweep.ts';
import { createPublicEvents, type PublicEvents } from '../../commands/webhook/public-events.ts';
import type { WebhookEnvironment } from '../../commands/webhook/write-webhook.ts';
import { createDeliverer, type Deliverer } from '../../commands/webhook-delivery/deliverer.ts';
import { openStart } from '../../commands/webhook-delivery/start.ts';
import { type Duty, FOLLOWING, type Leading, leadAlone, leadWithLease } from '../../commands/worker/leading.ts';
import { definitionOf } from '../../domain/events.ts';
import { user } from '../../domain/user/user.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { createEngine } from '../../projections/engine/engine.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import { createRequiredFactors, type RequiredFactors } from '../auth/required-factors.ts';
import { createSessions, type Sessions } from '../auth/sessions.ts';
import { createSignIns, type SignIns } from '../auth/sign-ins.ts';
import { createUnsubscribeKeys, type UnsubscribeKeys } from '../auth/unsubscribe-keys.ts';
import { listBlockedWebhooks } from '../background/blocked-webhooks.ts';
import { bulkChanges } from '../background/bulk-changes.ts';
import { compareUploads } from '../background/compare-uploads.ts';
import { dailyDigests } from '../background/daily-digests.ts';
import { createEmailReport } from '../background/email-report.ts';
import { erasuresBesideBackups } from '../background/erasures-beside-backups.ts';
import { quizTimers } from '../background/quiz-timers.ts';
import { scheduledBackups } from '../background/scheduled-backups.ts';
import { tokenWarnings } from '../background/token-warnings.ts';
import { vaultSweeps } from '../background/vault-sweeps.ts';
import { verifyDomains } from '../background/verify-domains.ts';
import { followEvents, webhooksOf } from '../background/webhook-deliveries.ts';
import { backupScheduleOf, type Config, portalHosts, type Site, siteOf } from '../config/config.ts';
import { linkTo } from '../config/links.ts';
import { followRevisions } from '../dynamic/follow-revisions.ts';
import type { Wanted } from '../dynamic/wanted.ts';
import { createFeedNumbers, type FeedNumbers } from '../feed/feed-numbers.ts';
import { logLeading } from '../logging/log-leading.ts';
import { createOutageLog, type OutageLog } from '../logging/outage-log.ts';
import { measureAppends } from '../metrics/append-metrics.ts';
import { createAttemptMetrics } from '../metrics/attempt-metrics.ts';
import { countBackups, watchBackups } from '../metrics/backup-metrics.ts';
import { createCommandMetrics } from '../metrics/command-metrics.ts';
import { countDynamic, watchDynamic } from '../metrics/dynamic-metrics.ts';
import { watchIntegrity } from '../metrics/integrity-metrics.ts';
import { watchLeading } from '../metrics/leading-metrics.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { watchStuck } from '../metrics/movement-metrics.ts';
import { countDroppedSecurityEvents } from '../metrics/security-log-metrics.ts';
import { watchStorage } from '../metrics/storage-metrics.ts';
import { measureFiles, measureVault } from '../metrics/store-metrics.ts';
import { watchTally } from '../metrics/tally-metrics.ts';
import { countWebhookAttempts, watchWebhooks } from '../metrics/webhook-metrics.ts';
import { createOutgoingThread } from '../outgoing/outgoing-thread.ts';
import { followProjectionFolder, type ProjectionFolder } from '../projection-files/projection-folder.ts';
import { createEventTally, type EventTally } from '../read-models/event-tally.ts';
import { type MovementWatch, watchMovement } from '../read-models/movement.ts';
import { createPrivacy, type Privacy } from '../read-models/privacy.ts';
import { createReadCache, NO_CACHE, type ReadCache } from '../read-models/read-cache.ts';
import { createReadModels, PROJECTIONS, type ReadModels } from '../read-models/read-models.ts';
import { createThreadRebuilder, reportingTo } from '../read-models/rebuilder.ts';
import { createSchoolDays } from '../read-models/school-days.ts';
import { memoryLimit } from '../runtime/memory-limit.ts';
import { createRequestsUnderWay, type RequestsUnderWay } from '../runtime/requests-under-way.ts';
import { keepSavedReports, type SavedReports } from '../saved-reports/saved-reports.ts';
import { openStores, type Stores, settingsOf } from '../storage/stores.ts';
import { createCommandQueries } from './command-queries.ts';
import { type AllDynamicProjections, createDynamicLanes } from './dynamic-lanes.ts';
import { openDamageGuard } from './open-damage-guard.ts';
import { watchComposition } from './watch-composition.ts';

export interface Composition {
  readonly config: Config;
  readonly site: Site;
  readonly stores: Stores;
  /** Logs errors of unavailable servers once. */
  readonly outages: Pick<OutageLog, 'covers'>;
  readonly codec: Codec;
  readonly log: EventLog;
  readonly guard: DamageGuard;
  readonly masterKey: MasterKeys;
  readonly derive: Derive;
  readonly unsubscribeKeys: UnsubscribeKeys;
  readonly isMasterKeyNew: boolean;
  readonly keys: SubjectKeys;
  readonly tokens: OneTimeTokens;
  readonly sessions: Sessions;
  readonly signIns: SignIns;
  readonly authenticators: Authenticators;
  readonly passkeys: Passkeys;
  readonly requiredFactors: RequiredFactors;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly loginRequests: LoginRequests;
  readonly requestKeys: RequestKeys;
  readonly drafts: PersonalDocuments;
  readonly preferences: PersonalDocuments;
  readonly reactions: Omit<Reactions, 'establish' | 'run'>;
  /** Sends an email at once, for a caller that waits for the outcome. */
  readonly publicEvents: PublicEvents;
  readonly feedNumbers: FeedNumbers;
  readonly deliverer: Pick<Deliverer, 'lookForJobs' | 'unattendedMs'>;
  readonly sendEmail: SendEmail;
  readonly previewEmail: PreviewEmail;
  readonly privacy: Privacy;
  readonly securityLog: SecurityLog;
  readonly calendly: Calendly;
  readonly leading: Pick<Leading, 'isLeading' | 'term'>;
  readonly environment: InvitationEnvironment &
    FileEnvironment &
    OrganizationEnvironment &
    DomainEnvironment &
    WebhookEnvironment;
  readonly engine: Engine;
  readonly dynamic: AllDynamicProjections;
  /** Of saved reports; tests add others. */
  readonly wanted: Wanted;
  readonly savedReports: SavedReports;
  readonly projectionFolder: ProjectionFolder;
  readonly movement: MovementWatch;
  readonly tally: EventTally;
  readonly metrics: Metrics;
  readonly readModels: ReadModels;
  readonly requests: RequestsUnderWay;
  readonly backups: Pick<BackupStatus, 'read'>;
  close(): Promise<void>;
}

export interface ComposeOptions {
  /** Default: as configured; for a server on a free port. */
  readonly site?: Site;
  readonly logger: Logger;
  readonly now?: () => number;
  readonly resolveTxt?: ResolveTxt;
  readonly passwordCost?: PasswordCost;
  /** Without it no emails are sent; the next start catches up on events that are not silent. */
  readonly hasReactions?: boolean;
  /** A long-running process: it sweeps the vault and may lead. */
  readonly isServer?: boolean;
}

/** Opens stores, keys, log and read models in order; `engine.whenReady()` resolves when these have caught up. */
export async function compose(
  config: Config,
  {
    site = siteOf(config, config.port),
    logger,
    now = Date.now,
    resolveTxt = createTxtResolver(),
    passwordCost,
    hasReactions = true,
    isServer = false,
  }: ComposeOptions,
): Promise<Composition> {
  const report = (message: string, error: unknown) => logger.error({ err: error }, message);
  const opening = new AsyncDisposableStack();
  try {
    const opened = await openStores(config, {
      onLost: (error) => endProcess(logger, error),
      onProblem: report,
      onRewriting: (events, of) => logger.info({ events, of }, 'rewriting the log of an earlier version'),
    });
    opening.defer(() => opened.close());
    const outages = createOutageLog({ stores: opened, logger });
    opening.defer(() => outages.close());
    const onProblem = (message: string, error: unknown) => {
      if (!outages.covers(error)) report(message, error);
    };
    const metrics = createMetrics();
    const stores: Stores = {
      ...opened,
      eventStore: measureAppends(metrics.registry, opened.eventStore),
      vault: measureVault(metrics.registry, opened.vault),
      files: measureFiles(metrics.registry, opened.files),
    };
    const { vault, directory, areShared, areDocumentsShared } = stores;
    const records = openVerificationRecords(vault, stores.eventStore.storeId);
    const { guard, close } = await openDamageGuard({ records, isShared: areShared, now, logger, onProblem });
    opening.defer(close);
    const eventStore = guardStore(stores.eventStore, guard);
    await refuseUnfinishedImport(vault);
    // First, so that no new master key is created beside a lost vault.
    await requireOwnLog(vault, eventStore, settingsOf(config));
    let isMasterKeyNew = false;
    const masterKey = await openMasterKey({
      configured: config.masterKey,
      file: directory.masterKey,
      vault,
      onMade: () => {
        isMasterKeyNew = true;
      },
    });
    const streams = createStreamCache(STREAM_CHARACTERS);
    const heads = createStreamHeads();
    const keys = createSubjectKeys({ vault, masterKey, onVoid: streams.evictSubject });
    const codec = createCodec({ definitionOf, keys });
    const cache = areShared ? NO_CACHE : createReadCache();
    const log = withEviction(
      cache,
      guardLog(createEventLog({ store: eventStore, codec, cache: streams, heads }), guard),
    );
    const requests = createRequestsUnderWay();
    const engine = createEngine({
      log,
      readModels: stores.readModels,
      projections: PROJECTIONS,
      isShared: areDocumentsShared,
      rebuilder: reportingTo(guard, createThreadRebuilder(config, masterKey, requests.counts)),
      onBuild: ({ state, error, ...line }) =>
        state === 'failed'
          ? logger.warn({ ...line, err: error }, 'rebuild failed')
          : logger.info(line, `rebuild ${state}`),
      onProblem,
    });
    opening.defer(() => engine.stop());
    engine.events$.subscribe((page) => cache.folded(page));
    engine.unseen$.subscribe(() => cache.clear());
    engine.events$.subscribe(({ events }) => heads.delivered(events));
    engine.unseen$.subscribe(() => heads.clear());
    metrics.watch(watchStorage(metrics.registry, stores));
    watchComposition(metrics, { config, engine, vault, now });
    metrics.watch(watchIntegrity(metrics.registry, { stores, records, guard, head: () => stores.eventStore.head() }));
    const { dynamic, wanted } = createDynamicLanes({
      stores,
      addresses: config,
      masterKeys: masterKey,
      requests: requests.counts,
      log,
      pages$: engine.events$,
      ...countDynamic(metrics.registry),
      onProblem,
    });
    metrics.watch(watchDynamic(metrics.registry, dynamic));
    opening.defer(() => dynamic.stop());
    await engine.start();
    const readModels = createReadModels(engine, cache);
    const savedReports = keepSavedReports({ engine, readModels, wanted: wanted.dynamic, onProblem });
    opening.defer(() => savedReports.stop());
    const revisions = followRevisions({ engine, readModels, wanted: Object.values(wanted), onProblem });
    opening.defer(() => revisions.stop());
    const projectionFolder = followProjectionFolder({
      folder: directory.projections,
      wanted: wanted.dynamicFiles,
      onProblem,
    });
    opening.defer(() => projectionFolder.stop());
    const movement = watchMovement(async () => [
      ...(await engine.status()).projections,
      ...(await dynamic.status()).projections,
    ]);
    opening.defer(() => movement.stop());
    metrics.watch(watchStuck(metrics.registry, movement));
    const tally = createEventTally(stores.eventStore);
    // First, because without the key of identities the vault is new.
    const derive = await openDerivedKeys({ vault, masterKey });
    const identity = createIdentity(await openHmacKey({ vault, masterKey }));
    const sessions = createSessions({ vault, now });
    const loginRequests = createLoginRequests({ vault, derive, now });
    const signIns = createSignIns({ vault, now });
    const onRefused = createAttemptMetrics(metrics.registry);
    const outgoing = createOutgoingThread({
      privateRanges: config.privateWebhookRanges,
      bodyLimit: WEBHOOK_BYTES,
      onProblem,
    });
    opening.defer(() => outgoing.close());
    const environment: Composition['environment'] = {
      log,
      vault,
      files: stores.files,
      keys,
      identity,
      queries: createCommandQueries(readModels),
      now,
      onCommand: createCommandMetrics(metrics.registry),
      hosts: portalHosts(site),
      resolveTxt,
      secrets: createSealedSecrets({ vault, masterKey, now }),
      outgoing,
      passwords: createPasswords({ vault, now, cost: passwordCost }),
      attempts: config.hasRateLimits ? createAttemptLimits({ vault, now, onRefused }) : UNLIMITED,
      async endSessions(userId) {
        await loginRequests.endAll(`${user.category}-${userId}`);
        await sessions.endAll(userId);
      },
      invitationLinks: createInvitationLinks({ vault, masterKey, identity, now }),
    };
    const onDropped = countDroppedSecurityEvents(metrics.registry);
    const securityLog = createSecurityLog({ environment, keys, derive, onDropped, onProblem });
    opening.defer(() => securityLog.close());
    const drafts = createDrafts({ vault, keys, now });
    const preferences = createPreferences({ vault, keys, now });
    const tokens = createOneTimeTokens({ vault, now });
    const authenticators = createAuthenticators({ vault, keys, now });
    const passkeys = createPasskeys({ vault, keys, now });
    const requiredFactors = createRequiredFactors({ readModels, authenticators, passkeys, now });
    const { actorNow } = requiredFactors;
    const passkeyChallenges = createPasskeyChallenges({ derive, tokens, now });
    const { secrets } = environment;
    const apiUrl = config.calendlyApiUrl;
    // The operator has configured this address, so it may be private.
    const calendly = createCalendly({
      apiUrl,
      http: createHttpClient({ isAllowed: () => true, bodyLimit: CALENDLY_BYTES }),
      now,
    });
    const linkOf = (organization: Addressed | null, path: string) => linkTo(site, organization, path);
    const sendEmail = createSendEmail({
      environment,
      files: stores.files,
      senderFor: createSenders({
        mailer: config.smtpUrl ? createSmtpMailer(config.smtpUrl) : createFileMailer(directory.outbox),
        mailFrom: config.mailFrom,
        sendGridUrl: config.sendGridSmtpUrl,
        secrets,
      }),
      linkTo: linkOf,
    });
    const publicEvents = createPublicEvents({ log });
    engine.events$.subscribe(({ events }) => publicEvents.observe(events));
    engine.unseen$.subscribe(() => publicEvents.clear());
    const feedNumbers = createFeedNumbers(readModels);
    const deliverer = createDeliverer({
      environment,
      keys,
      events: publicEvents,
      feed: feedNumbers,
      webhooks: () => webhooksOf(readModels),
      follow: (onEvents) => followEvents(engine, onEvents),
      isShared: areDocumentsShared,
      onAttempt: countWebhookAttempts(metrics.registry),
      onProblem,
    });
    metrics.watch(watchWebhooks(metrics.registry, deliverer));
    const unsubscribeKeys = createUnsubscribeKeys({ derive, now });
    const reactions = createReactions({
      environment,
      others: [
        createRenameAnswersReaction(environment),
        createFetchInterviewReaction({ environment, secrets, calendly, apiUrl }),
        createInvitationReaction({ environment, sendEmail }),
        ...createLoginLinkReactions({
          environment,
          loginRequests,
          hasSecondFactor: (userId) => hasSecondFactor({ authenticators, passkeys }, userId),
          sendEmail,
        }),
        ...createSecurityMailReactions({ environment, authenticators, sendEmail }),
        ...createSecurityAlertReactions({ environment, sendEmail, linkTo: linkOf }),
        ...createOwnersMailReactions({ environment, sendEmail, linkTo: linkOf }),
        createStaffNoticeReaction({ environment, sendEmail, linkTo: linkOf, preferences, actorNow }),
        createDailyDigestReaction({
          environment,
          sendEmail,
          linkTo: linkOf,
          schoolDays: createSchoolDays({ readModels, actorNow, linkTo: linkOf, now }),
          unsubscribeKey: unsubscribeKeys.keyOf,
        }),
      ],
      // Each event is read and decoded once for all subscribers.
      source: { storeId: log.storeId, head: log.head, subscribe: engine.subscribe },
      tokens,
      sendEmail,
      onProblem,
      onAttempt: createEmailReport(logger, metrics.registry),
      isShared: areDocumentsShared,
    });
    const requestKeys = createRequestKeys({
      vault,
      now,
      isShared: areDocumentsShared,
      ...(config.hasRateLimits ? {} : { perDay: Number.POSITIVE_INFINITY }),
    });
    const places = createPlaces({
      environment: { ...environment, keys, files: stores.files },
      drafts,
      preferences,
      invitationLinks: environment.invitationLinks,
      outboxDirectory: directory.outbox,
    });
    const privacy = createPrivacy({ environment: { ...environment, keys, places }, engine, dynamic, stores });
    const sweeps = vaultSweeps({
      environment,
      engine,
      readModels,
      tokens,
      sessions,
      loginRequests,
      requestKeys,
      drafts,
      reactions,
      privacy,
      compareUploads: (signal) =>
        compareUploads({ readModels, stores, requests }, { logger, onCompared: metrics.uploadsCompared, signal }),
    });
    if (hasReactions) {
      await reactions.establish();
      await openStart(environment);
    }
    const schedule = backupScheduleOf(config);
    const backups = createBackupStatus({ vault, schedule, now });
    metrics.watch(watchBackups(metrics.registry, backups));
    const onOutcome = countBackups(metrics.registry);
    const from = { store: eventStore, codec, vault, files: stores.files };
    const leading = lead(config, stores, engine, isServer, onProblem, [
      logLeading(logger),
      { name: 'Folding the read models', run: engine.lead },
      ...(hasReactions
        ? [
            { name: 'Handling events', run: reactions.run },
            { name: 'Delivering to webhooks', run: deliverer.run },
          ]
        : []),
      ...(isServer
        ? [
            { name: 'Sweeping the vault', run: (signal: AbortSignal) => sweepDaily(sweeps, onProblem, signal) },
            {
              name: 'Verifying the log',
              run: (signal: AbortSignal) =>
                verifySlowly({ store: eventStore, records, guard, checkFiles: stores.checkFiles, now }, signal),
            },
            { name: 'Folding the dynamic projections', run: dynamic.lead },
            verifyDomains({ environment, engine, readModels, logger }),
            listBlockedWebhooks({ outgoing: environment.outgoing, engine, readModels, logger }),
            quizTimers({ environment, readModels, onProblem }),
            tokenWarnings({ environment, readModels, onProblem }),
            dailyDigests({ environment, readModels, onProblem }),
            bulkChanges({ environment, engine, readModels, privacy, requests, onProblem }),
            ...(schedule
              ? [
                  scheduledBackups({ from, schedule, status: backups, requests, logger, now, onOutcome }),
                  erasuresBesideBackups({ from, schedule, masterKey, now, engine, logger }),
                ]
              : []),
          ]
        : []),
    ]);
    opening.defer(() => leading.stop());
    metrics.watch(watchLeading(metrics.registry, leading));
    metrics.watch(watchTally(metrics.registry, { engine, dynamic, tally, leading }));
    if (!areShared) await engine.whenServing();
    return {
      config,
      site,
      stores,
      outages,
      codec,
      log,
      guard,
      masterKey,
      derive,
      unsubscribeKeys,
      isMasterKeyNew,
      keys,
      tokens,
      authenticators,
      passkeys,
      requiredFactors,
      passkeyChallenges,
      loginRequests,
      sessions,
      signIns,
      requestKeys,
      drafts,
      preferences,
      privacy,
      securityLog,
      reactions,
      publicEvents,
      feedNumbers,
      deliverer,
      sendEmail,
      previewEmail: createPreviewEmail({ environment, linkTo: linkOf }),
      calendly,
      leading,
      environment,
      engine,
      dynamic,
      wanted: wanted.dynamic,
      savedReports,
      projectionFolder,
      movement,
      tally,
      metrics,
      readModels,
      requests,
      backups,
      close: () => opening.disposeAsync(),
    };
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

/** A single process leads at once; a CLI leads only if it owns the log. */
function lead(
  { role }: Config,
  { areShared, areDocumentsShared, vault }: Stores,
  { newestTerm }: Pick<Engine, 'newestTerm'>,
  isServer: boolean,
  onProblem: (message: string, error: unknown) => void,
  duties: readonly Duty[],
): Leading {
  if (!areDocumentsShared) return leadAlone(duties, onProblem);
  return role !== 'api' && (isServer || !areShared) ? leadWithLease(vault, duties, newestTerm, onProblem) : FOLLOWING;
}

/** Invalidates the read cache with everything that this process appends. */
const withEviction = (cache: ReadCache, log: EventLog): EventLog => ({
  ...log,
  async append(stream, last, events, context) {
    const appended = await log.append(stream, last, events, context);
    cache.appended(stream, appended.position);
    return appended;
  },
});

/** Holds the streams of some thousand applications where there is memory, because a command on one that was evicted reads and decodes it. */
const STREAM_CHARACTERS = Math.min(32_000_000, Math.round(memoryLimit() / 125));

/** Of an answer: all that is read of it. */
const CALENDLY_BYTES = 64 * 1024;
const WEBHOOK_BYTES = 4 * 1024;

/** Time to answer waiting requests. */
const LAST_ANSWERS_MS = 1000;

/** A supervisor starts a process that can write. */
function endProcess(logger: Logger, error: Error): void {
  logger.fatal({ err: error }, 'nothing can be written; the process ends');
  setTimeout(() => process.exit(1), LAST_ANSWERS_MS);
}
