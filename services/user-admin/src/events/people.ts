import { highestRoleSeeingEmail } from '@parley/directory/rules';
import { type Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import { factOf, type Person } from '../domain/person.ts';
import { presentBot, presentUser } from '../domain/present-user.ts';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/**
 * Somebody is new: everyone hears of it, with the real address those who may see it. The server's own bots are
 * told to caches alone.
 */
export function userCreated(person: Person, traceparent = ''): Event {
  return Event.fromPartial({
    kind: 'user-admin.user.created',
    origin: Origin.USER_ADMIN,
    deliveries: person.isSystemBot ? [] : addDeliveries(person),
    fact: { value: { $case: 'userChanged', userChanged: { user: factOf(person) } } },
    traceparent,
  });
}

const everyone = 600;

function addDeliveries(person: Person): Delivery[] {
  const view = (role: number): Delivery => ({
    audience: {
      userIds: [],
      channelId: 0,
      maxRole: role,
      channelPublic: false,
      channelWebPublic: false,
      exceptUserIds: [],
    },
    type: 'realm_user',
    json: json({
      type: 'realm_user',
      op: 'add',
      person: presentUser(person, {
        viewer: { userId: 0, role },
        clientGravatar: false,
        includeProfileData: true,
      }),
    }),
    onlyQueueId: '',
    exceptQueueId: '',
  });
  const seeing = highestRoleSeeingEmail(person.emailAddressVisibility);
  // The first delivery whose audience holds somebody is theirs.
  return [...(seeing > 0 && seeing < everyone ? [view(seeing)] : []), view(everyone)];
}

/** New direct members of a group, for clients; caches know system groups by their rules. */
export function groupMembersAdded(groupId: number, userIds: readonly number[]): Event {
  return Event.fromPartial({
    kind: 'user-admin.group.members_added',
    origin: Origin.USER_ADMIN,
    deliveries: [
      {
        audience: { maxRole: everyone },
        type: 'user_group',
        json: json({ type: 'user_group', op: 'add_members', group_id: groupId, user_ids: userIds }),
      },
    ],
  });
}

/** A new bot, for its owner and administrators. Its key is in no event. */
export function botCreated(bot: Person): Event {
  return Event.fromPartial({
    kind: 'user-admin.bot.created',
    origin: Origin.USER_ADMIN,
    deliveries: [
      {
        audience: { maxRole: 200, userIds: [bot.botOwnerId] },
        type: 'realm_bot',
        json: json({ type: 'realm_bot', op: 'add', bot: presentBot(bot) }),
      },
    ],
  });
}
