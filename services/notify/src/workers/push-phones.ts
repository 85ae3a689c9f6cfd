import { bestEffort, firstItem, required } from '@parley/core';
import { createScope, type Scope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import {
  claimPhonePushes,
  countShown,
  deletePhonePushes,
  markShown,
  type PhonePush,
  postponePhonePushes,
} from '../db/phone-pushes.ts';
import { isEncrypted, type Phone, readPhones } from '../db/phones.ts';
import { Pace, sendingLimits } from '../domain/pace.ts';
import { retryDelayMs } from '../domain/web-push.ts';
import { maxRemovedIds, messageContent, type PhoneContent, removalContent } from '../push/phone-content.ts';
import { deleteUnknownPhones, type Notification, notify } from '../push/phone-delivery.ts';
import { type Route, routeOf } from '../push/phone-transport.ts';
import { sortDuePushes } from './due-pushes.ts';
import { type Round, runRounds } from './rounds.ts';
import { RowBatch } from './row-batch.ts';

/** Duration of a claim in seconds. It is longer than the lookups, `sendForMs` and one request together. */
const leaseSeconds = 90;
const lookUpWithinMs = 20_000;
/** Milliseconds for the requests of one round. The rest is due again, so that a slow push service delays no other. */
const sendForMs = 10_000;
/** Maximum number of concurrent requests of one round to one push service. */
const perService = 32;
/** Outcomes that are not stored yet, at most, of each kind. After a crash, these notifications are sent again. */
const unstored = 200;
/** Delay of the notifications to a push service that did not answer, in milliseconds. */
const pauseMs = 10_000;

/** A notification with the rows that it covers, by phone ID. */
type Delivery = Notification & { phones: Phone[]; rows: Map<number, PhonePush[]> };

/**
 * Sends the due notifications, and the due removals of notifications. Drops a notification when its reader has read the
 * message, was active, or has turned off such notifications. A notification is sent at least once, and a repeated one replaces
 * the first.
 * @param pace limits how many notifications are sent per second; the caller passes the same object to each call
 * @returns false, because nothing more is due
 */
export async function pushToPhones(
  ctx: Ctx,
  signal: AbortSignal,
  pace = new Pace(sendingLimits),
): Promise<boolean> {
  await runRounds(() => prepare(ctx, signal, pace.batch), { pace, clock: ctx.clock, signal });
  return false;
}

async function prepare(ctx: Ctx, signal: AbortSignal, batch: number): Promise<Round | undefined> {
  const rows = await claimPhonePushes(ctx.db, { limit: batch, leaseSeconds });
  if (rows.length === 0) return undefined;
  const scope = createScope(ctx.factCache, backgroundCall({ timeoutMs: lookUpWithinMs, signal }));
  const phones = await readPhones(ctx.db, [...new Set(rows.map(({ phoneId }) => phoneId))]);
  const reachable: PhonePush[] = [];
  const gone: PhonePush[] = [];
  for (const row of rows) (isReachable(ctx, phones.get(row.phoneId)) ? reachable : gone).push(row);
  await deletePhonePushes(ctx.db, idsOf(gone));
  const due = reachable.filter(({ state }) => state === 'due');
  const removals = reachable.filter(({ state }) => state === 'remove');
  const deliveries = [
    ...(due.length > 0 ? await messagesFor(ctx, due, phones, scope) : []),
    ...(removals.length > 0 ? await removalsFor(ctx, removals, phones, scope) : []),
  ];
  return {
    rows: rows.length,
    hasMore: rows.length === batch,
    run: () => sendAll(ctx, deliveries, signal),
  };
}

async function sendAll(ctx: Ctx, deliveries: readonly Delivery[], signal: AbortSignal): Promise<void> {
  const until = performance.now() + sendForMs;
  const shown = new RowBatch((ids) => markShown(ctx.db, ids), unstored);
  const ended = new RowBatch((ids) => deletePhonePushes(ctx.db, ids), unstored);
  const lanes = Map.groupBy(deliveries, ({ route }) => route);
  await Promise.all(
    Array.from(lanes, ([route, own]) => sendTo(ctx, route, own, { until, signal, shown, ended })),
  );
  await Promise.all([shown.flush(), ended.flush()]);
}

const idsOf = (rows: readonly PhonePush[]): number[] => rows.map(({ pushId }) => pushId);

const isReachable = ({ phones }: Ctx, phone: Phone | undefined): boolean =>
  phone !== undefined && routeOf(phones, phone) !== undefined;

/**
 * Returns the notifications of messages that are to be sent now. Deletes or postpones the other rows. Phones that cannot decrypt get
 * none in an organization that requires encryption.
 */
async function messagesFor(
  ctx: Ctx,
  rows: readonly PhonePush[],
  phones: ReadonlyMap<number, Phone>,
  scope: Scope,
): Promise<Delivery[]> {
  const { require_e2ee_push_notifications: mustEncrypt } = await scope.settings();
  const isForbidden = ({ phoneId }: PhonePush) =>
    mustEncrypt && !isEncrypted(required(phones.get(phoneId), 'phone of a push'));
  const byPermission = Map.groupBy(rows, isForbidden);
  const allowed = byPermission.get(false) ?? [];
  const { ready, dropped, postponed, organization } = await sortDuePushes(ctx, allowed, scope);
  dropped.set('unwanted', [...(dropped.get('unwanted') ?? []), ...(byPermission.get(true) ?? [])]);
  for (const [reason, unwanted] of dropped) {
    await deletePhonePushes(ctx.db, idsOf(unwanted));
    for (const [route, own] of Map.groupBy(unwanted, (row) => routeOfRow(ctx, row, phones)))
      ctx.telemetry.pushed(route, reason, own.length);
  }
  for (const [time, own] of Map.groupBy(postponed, ({ dueAt }) => dueAt.getTime())) {
    const ids = idsOf(own.map(({ row }) => row));
    await postponePhonePushes(ctx.db, ids, { dueAt: new Date(time), wasTried: false });
  }
  const shown = await countShown(ctx.db, [...new Set(ready.map(({ row }) => row.userId))]);
  const deliveries: Delivery[] = [];
  const byMessage = Map.groupBy(ready, ({ row }) => `${row.userId} ${row.messageId}`);
  for (const same of byMessage.values()) {
    const { row, message, settings } = firstItem(same);
    const badge = (shown.get(row.userId) ?? 0) + 1;
    shown.set(row.userId, badge);
    const account = accountOf(ctx, row.userId, organization.name);
    const content = messageContent(message, { account, reason: row.reason, settings, organization, badge });
    deliveries.push(
      ...deliveriesOf(
        ctx,
        same.map((each) => each.row),
        phones,
        content,
      ),
    );
  }
  return deliveries;
}

/** Returns the removals of notifications: one per phone, or one for the phones that a single request can reach. */
async function removalsFor(
  ctx: Ctx,
  rows: readonly PhonePush[],
  phones: ReadonlyMap<number, Phone>,
  scope: Scope,
): Promise<Delivery[]> {
  const organization = await scope.settings();
  const shown = await countShown(ctx.db, [...new Set(rows.map(({ userId }) => userId))]);
  const nowSeconds = Math.floor(ctx.clock.now() / 1000);
  return Array.from(Map.groupBy(rows, ({ userId }) => userId)).flatMap(([userId, own]) => {
    // If there are too many, only the newest are removed. People have probably dismissed older notifications by hand.
    const messageIds = [...new Set(own.map(({ messageId }) => messageId))]
      .sort((one, other) => other - one)
      .slice(0, maxRemovedIds);
    const context = { badge: shown.get(userId) ?? 0, nowSeconds };
    const content = removalContent(accountOf(ctx, userId, organization.name), messageIds, context);
    return deliveriesOf(ctx, own, phones, content);
  });
}

const accountOf = ({ publicUrl }: Ctx, userId: UserId, organizationName: string) => ({
  userId,
  publicUrl,
  organizationName,
});

const routeOfRow = ({ phones: transport }: Ctx, { phoneId }: PhonePush, phones: ReadonlyMap<number, Phone>) =>
  required(routeOf(transport, required(phones.get(phoneId), 'phone of a push')), 'way to a phone');

/** Groups the phones of a person into deliveries of one notification. */
function deliveriesOf(
  ctx: Ctx,
  rows: readonly PhonePush[],
  phones: ReadonlyMap<number, Phone>,
  content: PhoneContent,
): Delivery[] {
  const groups = new Map<string, Delivery>();
  for (const row of rows) {
    const phone = required(phones.get(row.phoneId), 'phone of a push');
    const route = required(routeOf(ctx.phones, phone), 'way to a phone');
    const key = route === 'forwarder' ? `${route} ${isEncrypted(phone)}` : String(phone.phoneId);
    const group: Delivery = groups.get(key) ?? {
      route,
      isEncrypted: isEncrypted(phone),
      userId: row.userId,
      phones: [],
      content,
      rows: new Map(),
    };
    if (!group.rows.has(phone.phoneId)) group.phones.push(phone);
    group.rows.set(phone.phoneId, [...(group.rows.get(phone.phoneId) ?? []), row]);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * State of one round of sending. `shown` stores which notifications are shown. `ended` deletes the rows of those that have
 * ended.
 */
type Sending = { until: number; signal: AbortSignal; shown: RowBatch; ended: RowBatch };

/** Sends notifications through one push service, several concurrently. */
async function sendTo(
  ctx: Ctx,
  route: Route,
  deliveries: readonly Delivery[],
  sending: Sending,
): Promise<void> {
  const { until, signal } = sending;
  const waiting = deliveries.values();
  const lane = async () => {
    for (const delivery of waiting) {
      const isSilent = ctx.silentHosts.isRecent(route, ctx.clock.now());
      if (isSilent || performance.now() > until || signal.aborted) {
        const dueAt = new Date(ctx.clock.now() + (isSilent ? pauseMs : 0));
        const ids = [...delivery.rows.values()].flatMap(idsOf);
        await postponePhonePushes(ctx.db, ids, { dueAt, wasTried: false });
      } else {
        // After an unexpected error the rows are due again when their claim expires.
        await bestEffort(ctx.logger, 'a notification was not sent to phones', () =>
          send(ctx, delivery, sending),
        );
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(perService, deliveries.length) }, lane));
}

async function send(ctx: Ctx, delivery: Delivery, { shown, ended }: Sending): Promise<void> {
  const { route, rows, content } = delivery;
  const outcomes = await notify(ctx, delivery);
  const nowMs = ctx.clock.now();
  const isSilent = [...outcomes.values()].some((each) => each.kind === 'later' && each.isUnanswered);
  if (isSilent) ctx.silentHosts.add(route, nowMs);
  else ctx.silentHosts.remove(route);
  const gone = [...outcomes].filter(([, { kind }]) => kind === 'gone');
  // The rows are deleted even when `deleteUnknownPhones` keeps the phone because it was registered again.
  await deletePhonePushes(
    ctx.db,
    gone.flatMap(([phoneId]) => idsOf(rows.get(phoneId) ?? [])),
  );
  await deleteUnknownPhones(ctx.db, delivery, outcomes);
  for (const [phoneId, outcome] of outcomes) {
    const own = rows.get(phoneId) ?? [];
    const ids = idsOf(own);
    const about = { route, phoneId, attempts: own[0]?.attempts ?? 0, detail: outcome.detail };
    if (outcome.kind === 'later') {
      const dueAt = new Date(nowMs + retryDelayMs(about.attempts, outcome.retryAfterMs));
      await postponePhonePushes(ctx.db, ids, { dueAt, wasTried: true });
      ctx.telemetry.pushed(route, 'retried', ids.length);
      ctx.logger.warn(about, 'a push service did not accept a notification; it is sent again later');
      continue;
    }
    if (outcome.kind === 'accepted' && content.type === 'message') await shown.add(ids);
    else if (outcome.kind !== 'gone') await ended.add(ids);
    if (outcome.kind === 'gone')
      ctx.logger.info(about, 'a push service does not know a phone any more; forgot it');
    if (outcome.kind === 'refused') ctx.logger.warn(about, 'a push service refused a notification');
    const isWithdrawal = outcome.kind === 'accepted' && content.type === 'remove';
    ctx.telemetry.pushed(route, isWithdrawal ? 'withdrawn' : outcome.kind, ids.length);
  }
}
