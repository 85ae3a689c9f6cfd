/**
 * Decides which people guests may see (docs/api/users-and-groups.md#visibility-of-users): all people, or only bots and their
 * contacts. A contact of a guest is a person with whom the guest shares a channel or a direct conversation.
 */
import { roles, type UserId } from '@parley/rules';
import { areGuestsLimited as isLimitingGuests } from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Person } from '../../kernel/domain/person.ts';

/** Returns whether guests may see only bots and contacts, according to the setting `can_access_all_users_group`. */
export const areGuestsLimited = ({
  settings,
  systemGroups,
}: Pick<Organization, 'settings' | 'systemGroups'>): boolean =>
  isLimitingGuests(settings, systemGroups['role:everyone']);

/** Returns whether the viewer is a guest who may see only bots and contacts. */
export const isLimited = (
  organization: Pick<Organization, 'settings' | 'systemGroups'>,
  viewer: Pick<Person, 'role'>,
): boolean => viewer.role === roles.guest && areGuestsLimited(organization);

/** Returns whether a limited guest may see a person: themselves, a bot, or a contact. */
export const sees = (
  guestId: UserId,
  person: Pick<Person, 'userId' | 'isBot'>,
  contacts: ReadonlySet<UserId>,
): boolean => person.userId === guestId || person.isBot || contacts.has(person.userId);

/** Name that is shown in place of a person whom the viewer may not see. */
export const unknownName = 'Unknown user';
