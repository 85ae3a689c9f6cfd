/** Whom guests see where the organization lets them see only those they share something with (specification, 6). */
import { roles } from '@parley/rules';
import {
  areGuestsLimited as isLimitingGuests,
  type OrganizationSettings,
  type SystemGroupIds,
} from '@parley/settings';
import type { Person } from './person.ts';

type RealmRights = { settings: OrganizationSettings; systemGroups: SystemGroupIds };

/** Whether guests are kept from seeing everybody (setting `can_access_all_users_group`). */
export const areGuestsLimited = ({ settings, systemGroups }: RealmRights): boolean =>
  isLimitingGuests(settings, systemGroups['role:everyone']);

/** Whether somebody sees only those they share something with. */
export const isLimited = (realm: RealmRights, viewer: Pick<Person, 'role'>): boolean =>
  viewer.role === roles.guest && areGuestsLimited(realm);

/** The rule itself: oneself, bots, and those one shares a channel or a direct conversation with. */
export const sees = (
  viewerId: number,
  person: Pick<Person, 'userId' | 'isBot'>,
  shares: ReadonlySet<number>,
): boolean => person.userId === viewerId || person.isBot || shares.has(person.userId);

/** What somebody is called to those who do not see them. */
export const unknownName = 'Unknown user';
