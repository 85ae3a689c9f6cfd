/** Register fields of all accounts, the caller, and the caller's permissions. */
import type { User as ApiUser } from '@parley/api';
import { type Visitor, visitor } from '@parley/core';
import {
  avatarSource,
  avatarUrl,
  groupSettingOf,
  holdsRight,
  type MembershipFacts,
  mediumAvatarUrl,
  roles,
  type UserId,
} from '@parley/rules';
import type { OrganizationPermission } from '@parley/settings';
import { sees } from '../../guest-visibility/domain/guest-visibility.ts';
import { presentUnknown } from '../../guests/domain/guest-visibility-changes.ts';
import { listSystemBots } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Fields, RegisterRequest } from '../../kernel/field-readers.ts';
import { listGroups } from '../../organization/db/groups.ts';
import { groupFact } from '../../organization/domain/groups.ts';
import { listBots } from '../../people/db/users.ts';
import {
  presentBot,
  presentSystemBot,
  presentSystemBotToVisitors,
  presentUser,
} from '../../people/domain/present-user.ts';
import type { PeopleList, PeopleListCache } from '../../people/people-list.ts';

/** Reads the fields for the fetch value `realm_user`. */
export async function readPeople(request: RegisterRequest, lists: PeopleListCache): Promise<Fields> {
  const { tx, reader, organization } = request;
  if (reader === visitor) {
    const systemBots = await listSystemBots(tx.small);
    return {
      realm_users: [],
      realm_non_active_users: [],
      cross_realm_bots: systemBots.map((bot) => presentSystemBotToVisitors(bot, organization.host)),
      ...roleFields(visitor),
      ...rightFields(() => false),
    };
  }
  const [everyone, systemBots, has] = await Promise.all([
    readEveryone(request, reader, lists),
    listSystemBots(tx.small),
    rightsOf(request, reader),
  ]);
  const ownAvatar = avatarUrl(reader);
  return {
    ...everyone,
    cross_realm_bots: systemBots.map(presentSystemBot),
    user_id: reader.userId,
    email: reader.email,
    delivery_email: reader.deliveryEmail,
    full_name: reader.fullName,
    avatar_source: avatarSource(reader),
    avatar_url: ownAvatar,
    avatar_url_medium: mediumAvatarUrl(ownAvatar),
    ...roleFields(reader.role),
    ...rightFields(has),
  };
}

/** Returns the lists of active and inactive people: as JSON, or as objects for a guest who may see only bots and contacts. */
async function readEveryone(
  request: RegisterRequest,
  viewer: Person,
  lists: PeopleListCache,
): Promise<Fields> {
  const { tx, snapshot, contacts } = request;
  const list = await lists.read(tx, snapshot);
  if (contacts) return listForGuest(request, viewer, contacts, list);
  const { active, inactive } = await list.textsFor(viewer);
  return { realm_users: active, realm_non_active_users: inactive };
}

function listForGuest(
  { organization, capabilities }: RegisterRequest,
  viewer: Person,
  contacts: ReadonlySet<UserId>,
  list: PeopleList,
): Fields {
  const needsEverybody = !capabilities.has('user_list_incomplete');
  const active: ApiUser[] = [];
  const inactive: ApiUser[] = [];
  for (const { person, profileData } of list.people.values()) {
    if (sees(viewer.userId, person, contacts)) {
      const user = presentUser(person, { viewer, profileData });
      (person.isActive ? active : inactive).push(user);
    } else if (needsEverybody) active.push(presentUnknown(person.userId, organization.host));
  }
  return { realm_users: active, realm_non_active_users: inactive };
}

const roleFields = (role: number | Visitor): Fields => ({
  is_admin: role !== visitor && role <= roles.administrator,
  is_owner: role === roles.owner,
  is_moderator: role === roles.moderator,
  is_guest: role === roles.guest,
});

function rightFields(has: (permission: OrganizationPermission) => boolean): Fields {
  const [isPublic, isPrivate, isWebPublic] = [
    has('can_create_public_channel_group'),
    has('can_create_private_channel_group'),
    has('can_create_web_public_channel_group'),
  ];
  return {
    can_create_streams: isPublic || isPrivate,
    can_create_public_streams: isPublic,
    can_create_private_streams: isPrivate,
    can_create_web_public_streams: isWebPublic,
    can_subscribe_other_users: has('can_add_subscribers_group'),
    can_invite_others_to_realm: has('can_invite_users_group'),
  };
}

async function rightsOf(
  { tx, organization: { settings, systemGroups } }: RegisterRequest,
  caller: Person,
): Promise<(permission: OrganizationPermission) => boolean> {
  const groups = await tx.once(listGroups);
  const facts: MembershipFacts = {
    groups: new Map(groups.map((group) => [group.groupId, groupFact(group, systemGroups)])),
    waitingPeriodDays: settings.waiting_period_threshold,
    nowSeconds: Math.floor(Date.now() / 1000),
  };
  return (permission) => holdsRight(groupSettingOf(settings[permission]), caller, facts);
}

export async function readBots({ tx, reader }: RegisterRequest): Promise<Fields> {
  if (reader === visitor || reader.isBot) return { realm_bots: [] };
  const bots = await listBots(tx.small, reader.role <= roles.administrator ? undefined : reader.userId);
  return { realm_bots: bots.map(presentBot) };
}
