/** Derived from the account before and after the change, so that no changed field is forgotten. */
import { type ClientEvent, delivery, newEvent } from '@parley/event-log';
import type { Audience, Delivery, Event } from '@parley/proto/events/v1/event';
import {
  administrators,
  asRole,
  avatarSource,
  avatarUrl,
  highestRoleSeeingEmail,
  mediumAvatarUrl,
  only,
  roles,
  type UserId,
} from '@parley/rules';
import type { SystemGroupIds } from '@parley/settings';
import { factOf, type Person } from '../../kernel/domain/person.ts';
import { directSystemGroups } from '../../organization/domain/groups.ts';
import { groupMembersAdded, groupMembersRemoved } from '../../organization/events/groups.ts';
import { isoTime, presentBot } from '../domain/present-user.ts';

type UserUpdate = WithoutId<ClientEvent<'realm_user/update'>['person']>;
type WithoutId<Change> = Change extends unknown ? Omit<Change, 'user_id'> : never;

type Recipients = { audience: Partial<Audience>; person: UserUpdate };

/** Each reader gets the first delivery whose audience includes them. */
const personUpdate = (userId: UserId, ...recipients: readonly Recipients[]): Delivery[] =>
  recipients.map(({ audience, person }) =>
    delivery(audience, {
      type: 'realm_user',
      op: 'update',
      person: { user_id: userId, ...person } as ClientEvent<'realm_user/update'>['person'],
    }),
  );

/** The first event has the `fact`. @param facts.isFullMember whether the person's waiting period is over */
export function personChanged(
  before: Person,
  after: Person,
  facts: {
    systemGroups: SystemGroupIds;
    isFullMember: boolean;
    audience: Partial<Audience>;
    traceparent?: string | undefined;
  },
): Event[] {
  const updates = after.isSystemBot
    ? []
    : [...personUpdates(before, after, facts.audience), ...(after.isBot ? botUpdates(before, after) : [])];
  const fact = {
    $case: 'userChanged',
    userChanged: { user: factOf(after), previousRole: before.role, invitation: undefined },
  } as const;
  const events = (updates.length > 0 ? updates : [[]]).map((deliveries, index) =>
    newEvent('user-admin.user.changed', {
      deliveries,
      fact: index === 0 ? fact : undefined,
      traceparent: facts.traceparent,
    }),
  );
  return [...events, ...groupChanges(before, after, facts)];
}

function personUpdates(before: Person, after: Person, everyViewer: Partial<Audience>): Delivery[][] {
  const { userId } = after;
  const updates: Delivery[][] = [];
  const toAll = (person: UserUpdate) => updates.push(personUpdate(userId, { audience: everyViewer, person }));

  if (before.isActive !== after.isActive) toAll({ is_active: after.isActive });
  if (before.role !== after.role) toAll({ role: asRole(after.role) });
  if (before.fullName !== after.fullName) toAll({ full_name: after.fullName });
  if (before.timezone !== after.timezone) toAll({ email: after.email, timezone: after.timezone });
  if (before.botOwnerId !== after.botOwnerId) toAll({ bot_owner_id: after.botOwnerId });
  if (before.isImportedStub !== after.isImportedStub) toAll({ is_imported_stub: after.isImportedStub });
  if (before.isDeleted !== after.isDeleted) toAll({ is_deleted: after.isDeleted });
  if (before.joinedAt !== after.joinedAt) toAll({ date_joined: isoTime(after.joinedAt) });
  if (before.email !== after.email) toAll({ new_email: after.email });
  const seenBefore = highestRoleSeeingEmail(before.emailAddressVisibility);
  const seenAfter = highestRoleSeeingEmail(after.emailAddressVisibility);
  if (before.deliveryEmail !== after.deliveryEmail || seenBefore !== seenAfter) {
    updates.push(
      personUpdate(
        userId,
        {
          audience: seenAfter === roles.guest ? everyViewer : { maxRole: seenAfter, userIds: [userId] },
          person: { delivery_email: after.deliveryEmail },
        },
        ...(seenBefore > seenAfter
          ? [
              {
                audience: seenBefore === roles.guest ? everyViewer : { maxRole: seenBefore },
                person: { delivery_email: null },
              },
            ]
          : []),
      ),
    );
  }
  const url = avatarUrl(after);
  if (avatarUrl(before) !== url || before.avatarVersion !== after.avatarVersion) {
    toAll({
      avatar_url: url,
      avatar_source: avatarSource(after),
      avatar_url_medium: mediumAvatarUrl(url),
      avatar_version: after.avatarVersion,
    });
  }
  return updates;
}

function botUpdates(before: Person, after: Person): Delivery[][] {
  const { userId } = after;
  const readers = { ...administrators, userIds: after.botOwnerId ? [after.botOwnerId] : [] };
  const updates: Delivery[][] = [];
  const changed: Omit<ClientEvent<'realm_bot/update'>['bot'], 'user_id'> = {
    ...(before.fullName !== after.fullName && { full_name: after.fullName }),
    ...(before.email !== after.email && { email: after.email }),
    ...(before.isActive !== after.isActive && { is_active: after.isActive }),
    ...(avatarUrl(before) !== avatarUrl(after) && { avatar_url: avatarUrl(after) }),
  };
  if (before.botOwnerId !== after.botOwnerId) {
    const ownership = { user_id: userId, owner_id: after.botOwnerId };
    updates.push([
      delivery(administrators, { type: 'realm_bot', op: 'update', bot: ownership }),
      delivery(only(after.botOwnerId), { type: 'realm_bot', op: 'add', bot: presentBot(after) }),
      delivery(only(before.botOwnerId), { type: 'realm_bot', op: 'delete', bot: { user_id: userId } }),
    ]);
  }
  if (Object.keys(changed).length > 0) {
    const bot = { user_id: userId, ...changed };
    updates.push([delivery(readers, { type: 'realm_bot', op: 'update', bot })]);
  }
  return updates;
}

/** Memberships in system groups follow from the role, and deactivated accounts have none. */
function groupChanges(
  before: Person,
  after: Person,
  {
    systemGroups,
    isFullMember,
    audience,
  }: { systemGroups: SystemGroupIds; isFullMember: boolean; audience: Partial<Audience> },
): Event[] {
  if (after.isSystemBot) return [];
  const groupsOf = (person: Person) => (person.isActive ? directSystemGroups(person.role, isFullMember) : []);
  const [old, now] = [groupsOf(before), groupsOf(after)];
  return [
    ...old
      .filter((rule) => !now.includes(rule))
      .map((rule) => groupMembersRemoved(systemGroups[rule], [after.userId], audience)),
    ...now
      .filter((rule) => !old.includes(rule))
      .map((rule) => groupMembersAdded(systemGroups[rule], [after.userId], audience)),
  ];
}
