/** Decides which rights an invitation may grant, and who may manage it. No I/O. */
import { errors, errorText } from '@parley/core';
import { isRole, type Role, roles } from '@parley/rules';
import { isAdministrator, isOwner } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { checkEmail } from '../../people/domain/account-rules.ts';

/** Maximum lifetime of an invitation, in minutes: ten years. */
const longestLife = 10 * 365 * 24 * 60;
/** Lifetime of an invitation in minutes, if the request contains none (docs/api/organization.md#invitations). */
export const defaultLifeMinutes = 14_400;
const maxAddresses = 1_000;
/** Maximum length of the welcome text, in Unicode code points. */
const maxWelcomeText = 8_000;

/** @throws BAD_REQUEST for an unknown role, and for a role above the inviter's own */
export function decideInviteAs(inviter: Person, role: number): Role {
  if (!isRole(role)) throw errors.badRequest('Invalid invite_as');
  if (role < inviter.role) {
    throw errors.badRequest(
      role === roles.owner ? 'Must be an organization owner' : 'Must be an organization administrator',
    );
  }
  return role;
}

/** Null when it does not expire; 0 minutes mean the default. @throws BAD_REQUEST for a lifetime too long or negative */
export function expiryOf(minutes: number, neverExpires: boolean, now = Date.now()): Date | null {
  if (neverExpires) return null;
  const life = minutes === 0 ? defaultLifeMinutes : minutes;
  if (life < 1 || life > longestLife) {
    throw errors.badRequest(
      errorText('invite_expires_in_minutes must be between 1 and {limit}', { limit: longestLife }),
    );
  }
  return new Date(now + life * 60_000);
}

/** Null for the organization's text. Texts of people who are not administrators are ignored. @throws BAD_REQUEST */
export function decideWelcomeText(inviter: Person, text: string | undefined): string | null {
  if (text === undefined || !isAdministrator(inviter)) return null;
  if ([...text].length > maxWelcomeText) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'welcome_message_custom_text',
        limit: maxWelcomeText,
      }),
    );
  }
  return text;
}

/** Matches an address with its name, up to a separator. Names in quotation marks may contain separators. */
const addressInList = /(?:"[^"\r\n]*"|[^,;\r\n])+/g;

/** At commas, semicolons and line breaks, without duplicates. @throws BAD_REQUEST for no address, or for too many */
export function splitAddresses(text: string): string[] {
  const addresses = new Set(
    (text.match(addressInList) ?? []).map((each) => each.trim()).filter((each) => each !== ''),
  );
  if (addresses.size === 0) throw errors.badRequest('You must specify at least one email address.');
  if (addresses.size > maxAddresses) {
    throw errors.badRequest(
      errorText('At most {limit} addresses can be invited at once.', { limit: maxAddresses }),
    );
  }
  return [...addresses];
}

/** Parses an address, also in the form `Ann <ann@example.com>`. Returns undefined for a malformed address. */
export function readAddress(given: string, host: string): string | undefined {
  const inner = /<([^<>]*)>\s*$/.exec(given)?.[1] ?? given;
  try {
    return checkEmail(inner, host);
  } catch {
    return undefined;
  }
}

/** The properties of an invitation that decide who manages it. */
type Managed = { invitedBy: number | null; role: number };

/** The inviter and administrators may, but only owners if it grants the role of an owner. */
export const mayManage = (caller: Person, invitation: Managed): boolean =>
  isInviterOrAdministrator(caller, invitation) && (invitation.role !== roles.owner || isOwner(caller));

const isInviterOrAdministrator = (caller: Person, { invitedBy }: Managed): boolean =>
  invitedBy === caller.userId || isAdministrator(caller);

/** Checks that the caller may revoke or resend an invitation. @throws BAD_REQUEST otherwise */
export function decideManage(caller: Person, invitation: Managed): void {
  if (mayManage(caller, invitation)) return;
  if (!isInviterOrAdministrator(caller, invitation)) throw errors.notPermitted();
  throw errors.notPermitted('Must be an organization owner');
}

/** The inviter is active, has the role or a higher one, and may still invite. @param mayInvite by the organization's settings */
export const decideStillGiven = (
  inviter: Pick<Person, 'isActive' | 'role'>,
  role: number,
  mayInvite: boolean,
): boolean => inviter.isActive && inviter.role <= role && mayInvite;

/** The same message for one that does not exist, has ended, or is of the other kind. */
export const noSuchInvitation = () => errors.badRequest('No such invitation');
