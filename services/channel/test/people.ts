/** Simulates the service user-admin: an organization in memory. The test cache of facts reads people, groups and settings from it. */
import type { Group, User } from '@parley/facts';
import { createTestFactCache } from '@parley/facts/testing';
import { Group as GroupMessage, User as UserMessage } from '@parley/proto/events/v1/facts';
import { SYSTEM_GROUP_RULES } from '@parley/rules';

/** Number of each role, as in `User.role`. */
const roleNumbers = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 } as const;

export type Organization = ReturnType<typeof createOrganization>;

export function createOrganization() {
  const users = new Map<number, User>();
  const groups = new Map<number, Group>();
  SYSTEM_GROUP_RULES.forEach((rule, index) => {
    groups.set(
      index + 1,
      GroupMessage.fromPartial({ groupId: index + 1, name: rule, rule, isSystemGroup: true }),
    );
  });
  const idOfRule = (rule: string): number =>
    [...groups.values()].find((group) => group.rule === rule)!.groupId;
  const settings: Record<string, unknown> = {
    empty_topic_display_name: 'general chat',
    waiting_period_threshold: 0,
    moderation_request_channel_id: -1,
    new_stream_announcements_stream_id: -1,
    enable_spectator_access: true,
    can_add_subscribers_group: idOfRule('role:members'),
    can_create_public_channel_group: idOfRule('role:members'),
    can_create_private_channel_group: idOfRule('role:members'),
    can_create_web_public_channel_group: idOfRule('role:owners'),
    can_set_topics_policy_group: idOfRule('role:members'),
    can_set_delete_message_policy_group: idOfRule('role:moderators'),
  };

  const factCache = createTestFactCache({ users, groups, settings });

  return {
    users,
    /** IDs of channels that have messages in a topic other than the empty one. This simulates the answer of messaging. */
    channelsWithTopics: new Set<number>(),
    groups,
    settings,
    factCache,
    idOfRule,
    /** Adds a person, or a bot with an owner. */
    add(role: keyof typeof roleNumbers, more: Partial<User> = {}): User {
      const userId = more.userId ?? users.size + 101;
      const email = more.email ?? `user${userId}@example.com`;
      const user = UserMessage.fromPartial({
        userId,
        email,
        deliveryEmail: email,
        fullName: `Person ${userId}`,
        role: roleNumbers[role],
        isActive: true,
        emailAddressVisibility: 1,
        joinedAt: 1_700_000_000,
        ...more,
      });
      users.set(userId, user);
      return user;
    },
    change(user: User, change: Partial<User>): User {
      const next = { ...users.get(user.userId)!, ...change };
      users.set(user.userId, next);
      return next;
    },
    addGroup(name: string, directMemberIds: number[], directSubgroupIds: number[] = []): Group {
      const group = GroupMessage.fromPartial({
        groupId: groups.size + 1,
        name,
        directMemberIds,
        directSubgroupIds,
      });
      groups.set(group.groupId, group);
      return group;
    },
  };
}
