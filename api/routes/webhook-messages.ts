import { setTimeout as pause } from 'node:timers/promises';
import type { VaultFilter } from '../../commands/vault/vault.ts';
import { messageBodyOf } from '../../commands/webhook/attempt.ts';
import {
  boxOf,
  messageId,
  openDeliveryRecords,
  type WebhookJob,
  type WebhookMessage,
} from '../../commands/webhook-delivery/records.ts';
import { createResponses } from '../../commands/webhook-delivery/responses.ts';
import {
  addJob,
  changeJob,
  isBeingSentAgain,
  listReplays,
  parkWhatItLeft,
  pausedIn,
} from '../../commands/webhook-delivery/staff-requests.ts';
import { fullName } from '../../domain/application/applicant-name.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import type { WebhookDocument } from '../../projections/webhooks.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { MESSAGES_PER_PAGE, type OneWebhookMessage } from '../contract/webhooks.ts';
import { type Route, route } from '../http/route.ts';
import { createMissedCount } from '../views/missed-events.ts';
import { webhookMessageView, webhookReplayView } from '../views/webhook-message-view.ts';
import { configuredTarget } from './configured-routes.ts';

/** An attempt takes 10 s at most, and the deliverer may be another process. A redelivery behind others may wait longer. */
const LONGEST_WAIT_MS = 15_000;
const LOOK_EVERY_MS = 50;
const DAYS = 7;

/** The log of a webhook's deliveries, and what staff ask for there. */
export function webhookMessageRoutes({
  environment,
  readModels,
  keys,
  publicEvents,
  feedNumbers,
  deliverer,
  moments,
  now,
}: Services): readonly Route[] {
  const { webhooks, applicants } = readModels;
  const records = openDeliveryRecords(environment.vault);
  const responses = createResponses(keys);
  const target = configuredTarget(webhooks);
  const missedBy = createMissedCount({ records, feedNumbers, publicEvents });
  const notFound = () => reject('not-found', TEXTS.webhooks.messageUnknown);

  async function namesOf(messages: readonly WebhookMessage[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(messages.map(({ applicationId }) => applicationId))];
    const found = await applicants.getMany(ids);
    return new Map(found.map(({ _id, email, ...names }) => [_id, fullName(names) || (email ?? '')]));
  }

  async function detailed(document: WebhookDocument, number: number): Promise<Result<OneWebhookMessage>> {
    // Before the message: once it is false, the message has the attempt.
    const isAgain = await isBeingSentAgain(records, { webhookId: document._id, number });
    const message = await records.messages.get(messageId(document._id, number));
    if (!message) return notFound();
    const [reference] = await feedNumbers.range(document.organizationId, number, number);
    const [event] = reference ? await publicEvents.read([reference]) : [];
    const names = await namesOf([message]);
    const [progress, paused] = await Promise.all([records.progress.get(document._id), pausedIn(records, document._id)]);
    const sending = { webhook: document, progress, paused };
    const view = await webhookMessageView(message, names.get(message.applicationId) || null, sending, ({ response }) =>
      responses.open(message, response),
    );
    return accept({
      ...view,
      body: event ? messageBodyOf(document, event.body) : null,
      isBeingSentAgain: isAgain,
    });
  }

  /** What its replays may wait for, and what it has missed. */
  async function besideReplays(document: WebhookDocument) {
    const [replays, progress, { waiting, ...missed }] = await Promise.all([
      listReplays(records, document._id),
      records.progress.get(document._id),
      missedBy(document),
    ]);
    const isTested = document.standing.kind === 'enabled' && waiting > 0 && progress?.down != null;
    return { replays, missed, tested: isTested ? progress : null };
  }

  const replayView = async (document: WebhookDocument, job: WebhookJob) =>
    webhookReplayView(job, await besideReplays(document));

  async function whenDone(job: WebhookJob): Promise<void> {
    deliverer.lookForJobs(job.webhookId);
    const until = performance.now() + LONGEST_WAIT_MS;
    while (performance.now() < until) {
      if ((await records.jobs.get(job._id))?.state !== 'running') return;
      await pause(LOOK_EVERY_MS);
    }
  }

  async function numberAt(organizationId: string, moment: string): Promise<number> {
    // A range may end in the future: it ends now.
    const until = new Date(Math.min(Date.parse(moment), now())).toISOString();
    const pin = await moments.pinOf(until, organizationId);
    return pin.ok ? feedNumbers.numberAt(organizationId, pin.value.position) : 0;
  }

  /** The events of a range of time that includes both of its ends. */
  async function numbersIn(organizationId: string, { from, to }: { from?: string | null; to?: string | null }) {
    const justBefore = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();
    const [before, last] = await Promise.all([
      from ? numberAt(organizationId, justBefore(from)) : 0,
      to ? numberAt(organizationId, to) : feedNumbers.count(organizationId),
    ]);
    return { first: before + 1, last };
  }

  return [
    route(ENDPOINTS.listWebhookMessages, {
      target,
      async handle({ target: { document }, query: { state, type, applicationId, from, to, before } }) {
        const filter: VaultFilter = {
          ...(state === undefined ? { webhookId: document._id } : { box: boxOf(document._id, state) }),
          ...(type !== undefined && { type }),
          ...(applicationId !== undefined && { applicationId }),
        };
        const { first, last } = await numbersIn(document.organizationId, { from, to });
        const below = Math.min(
          to === undefined ? Number.POSITIVE_INFINITY : last + 1,
          before === undefined ? Number.POSITIVE_INFINITY : Number(before),
        );
        const [{ documents }, progress, paused] = await Promise.all([
          records.messages.find(filter, {
            limit: MESSAGES_PER_PAGE,
            ...(Number.isFinite(below) && {
              cursor: cursorBehind({ _id: messageId(document._id, below) }, undefined),
            }),
          }),
          records.progress.get(document._id),
          pausedIn(records, document._id),
        ]);
        const wanted = documents.filter(({ number }) => number >= first);
        const names = await namesOf(wanted);
        const sending = { webhook: document, progress, paused };
        const messages = wanted.map((one) => webhookMessageView(one, names.get(one.applicationId) || null, sending));
        return accept({
          messages: await Promise.all(messages),
          next: wanted.length < MESSAGES_PER_PAGE ? null : (wanted.at(-1)?.number ?? null),
          days: daysUntil(now(), progress?.days ?? []),
        });
      },
    }),
    route(ENDPOINTS.getWebhookMessage, {
      target,
      handle: ({ target: { document }, params: { number } }) => detailed(document, Number(number)),
    }),
    route(ENDPOINTS.redeliverWebhookMessage, {
      target,
      input: ({ params: { number } }) => number,
      async handle({ target: { document, organizationId = null }, params: { number }, command }) {
        if (!(await records.messages.get(messageId(document._id, Number(number))))) return notFound();
        const range = { from: Number(number), to: Number(number) };
        const asked = { webhookId: document._id, kind: 'redeliver', ...range } as const;
        const job = await addJob(records, asked, { ...command, organizationId });
        if (!job.ok) return job;
        await whenDone(job.value);
        return detailed(document, Number(number));
      },
    }),
    route(ENDPOINTS.skipWebhookMessage, {
      target,
      input: ({ params: { number } }) => number,
      async handle({ target: { document, organizationId = null }, params: { number }, command }) {
        const message = await records.messages.get(messageId(document._id, Number(number)));
        if (!message) return notFound();
        if (message.state === 'delivered') return reject('refused', TEXTS.webhooks.notWaiting);
        const range = { from: Number(number), to: Number(number) };
        const asked = { webhookId: document._id, kind: 'skip', ...range } as const;
        const job = await addJob(records, asked, { ...command, organizationId });
        if (!job.ok) return job;
        await whenDone(job.value);
        return detailed(document, Number(number));
      },
    }),
    route(ENDPOINTS.listWebhookReplays, {
      target,
      async handle({ target: { document } }) {
        const { missed, ...beside } = await besideReplays(document);
        return accept({ replays: beside.replays.map((job) => webhookReplayView(job, beside)), ...missed });
      },
    }),
    route(ENDPOINTS.replayWebhook, {
      target,
      input: ({ body }) => body,
      async handle({ target: { document, organizationId = null }, body, command }) {
        if (isDisabled(document)) return reject('refused', TEXTS.webhooks.replayDisabled);
        const { from, to, isFailedOnly, rate } = body;
        if (from && to && Date.parse(to) < Date.parse(from)) {
          const message = TEXTS.webhooks.rangeInvalid;
          return reject('refused', message, [{ field: 'to', message }]);
        }
        const { first, last } = await numbersIn(document.organizationId, { from, to });
        if (last < first) return reject('refused', TEXTS.webhooks.replayEmpty);
        const asked = {
          ...({ webhookId: document._id, kind: 'replay', from: first, to: last } as const),
          ...{ isFailedOnly: isFailedOnly ?? false, rate: rate ?? null },
        };
        const job = await addJob(records, asked, { ...command, organizationId });
        if (!job.ok) return job;
        deliverer.lookForJobs(document._id);
        return accept(await replayView(document, job.value));
      },
    }),
    route(ENDPOINTS.changeWebhookReplay, {
      target,
      input: ({ body }) => body,
      async handle({ target: { document }, params: { replayId }, body: { state, rate } }) {
        const job = await records.jobs.get(replayId);
        if (!job || job.webhookId !== document._id || job.kind !== 'replay') {
          return reject('not-found', TEXTS.webhooks.replayUnknown);
        }
        if (state === 'running' && isDisabled(document)) return reject('refused', TEXTS.webhooks.replayDisabled);
        const changes = { ...(state && { state }), ...(rate !== undefined && { rate }) };
        const changed = await changeJob(records, replayId, changes, now());
        if (!changed) {
          const ended = (await records.jobs.get(replayId)) ?? job;
          const isAsked = (rate === undefined || rate === ended.rate) && (!state || state === ended.state);
          if (!isAsked) return reject('refused', TEXTS.webhooks.replayEnded(ended.state === 'cancelled'));
          return accept(await replayView(document, ended));
        }
        if (changed.state === 'cancelled') await parkWhatItLeft(records, changed);
        deliverer.lookForJobs(document._id);
        return accept(await replayView(document, changed));
      },
    }),
  ];
}

/** Its target answered with 410, or took nothing for five days. */
const isDisabled = ({ standing }: Pick<WebhookDocument, 'standing'>): boolean => standing.kind === 'disabled';

const DAY_MS = 86_400_000;

function daysUntil(now: number, counted: readonly { date: string; delivered: number; failed: number }[]) {
  return Array.from({ length: DAYS }, (_, n) => {
    const date = new Date(now - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10);
    return counted.find((day) => day.date === date) ?? { date, delivered: 0, failed: 0 };
  });
}
