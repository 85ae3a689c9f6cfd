import type { NotificationSettings, Scope, User } from '@parley/facts';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { MessageId, UserId } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { isStillPermitted } from '../domain/decide.ts';
import { type Activity, judge, lastSeenMs, noActivity } from '../domain/presence.ts';
import { quietUntilMs } from '../domain/quiet.ts';
import { findStillUnread } from '../facts/unread.ts';

/** Age of a message after which its pushes are dropped, in milliseconds. */
export const lifetimeMs = 3 * 24 * 3_600_000;

export type DueMessage = {
  pushId: number;
  userId: UserId;
  messageId: MessageId;
  reason: string;
  sentAtMs: number;
};

/**
 * Reason for dropping a push. `read`: the person has read the message, or may not read it any more. `seen`: the person was active
 * after the message. `unwanted`: settings, a quiet time, or the person's account exclude it. `expired`: the message is older than
 * `lifetimeMs`.
 */
export type DropReason = 'read' | 'seen' | 'unwanted' | 'expired';

/** A push to send now, with the values that are needed to build it. */
export type ReadyPush<Row> = {
  row: Row;
  message: MissedMessage;
  person: User;
  settings: NotificationSettings;
};

/** Due pushes, sorted by what to do with them. */
export type SortedPushes<Row> = {
  ready: ReadyPush<Row>[];
  dropped: Map<DropReason, Row[]>;
  /** Pushes to people who were active shortly before the message. `dueAt` is when such a person counts as away. */
  postponed: { row: Row; dueAt: Date }[];
  organization: OrganizationSettings;
};

/** Facts about a person that decide about a due push. */
type Reader = {
  person: User | undefined;
  settings: NotificationSettings | undefined;
  activity: Activity;
};

/** Decides which due pushes are sent now. Considers settings, presence, and whether the message is still unread. */
export async function sortDuePushes<Row extends DueMessage>(
  ctx: Ctx,
  rows: readonly Row[],
  scope: Scope,
): Promise<SortedPushes<Row>> {
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const [people, settings, activity, organization] = await Promise.all([
    scope.users.many(userIds),
    scope.notificationSettings(userIds),
    ctx.activity.activityOf(userIds, scope.call),
    scope.settings(),
  ]);
  const sorted: SortedPushes<Row> = { ready: [], dropped: new Map(), postponed: [], organization };
  const drop = (reason: DropReason, row: Row) =>
    void sorted.dropped.set(reason, [...(sorted.dropped.get(reason) ?? []), row]);
  const wanted: Row[] = [];
  for (const row of rows) {
    const reader = {
      person: people.get(row.userId),
      settings: settings.get(row.userId),
      activity: activity.get(row.userId) ?? noActivity,
    };
    const verdict = verdictOn(ctx, row, reader);
    if (verdict === 'notify') wanted.push(row);
    else if (typeof verdict === 'string') drop(verdict, row);
    else sorted.postponed.push({ row, dueAt: new Date(verdict.waitUntilMs) });
  }
  const idsByPerson = Map.groupBy(wanted, ({ userId }) => userId);
  const unread = await findStillUnread(
    ctx,
    new Map(Array.from(idsByPerson, ([userId, own]) => [userId, own.map(({ messageId }) => messageId)])),
    scope,
  );
  for (const row of wanted) {
    const message = unread.get(row.userId)?.get(row.messageId);
    const [person, wants] = [people.get(row.userId), settings.get(row.userId)];
    if (message && person && wants) sorted.ready.push({ row, message, person, settings: wants });
    else drop('read', row);
  }
  return sorted;
}

function verdictOn(
  { clock, idleMs }: Pick<Ctx, 'clock' | 'idleMs'>,
  { sentAtMs, reason }: DueMessage,
  { person, settings, activity }: Reader,
): DropReason | 'notify' | { waitUntilMs: number } {
  const nowMs = clock.now();
  if (nowMs - sentAtMs > lifetimeMs) return 'expired';
  if (!person?.isActive || !settings || !isStillPermitted(reason, settings, 'push')) return 'unwanted';
  if (quietUntilMs(settings, person.timezone, nowMs) !== undefined) return 'unwanted';
  if (settings.pushWhileActive) return 'notify';
  const times = { nowMs, idleMs };
  return judge(sentAtMs, lastSeenMs(activity, times), times);
}
