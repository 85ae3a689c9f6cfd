/** Texts of mails: plain text, one thing to do. */

import type { Organization } from '../../kernel/domain/organization.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Mail } from './mail-transport.ts';

/** Names are user input: a line break in one would start another header or line of the mail. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const signature = (organization: Organization): string =>
  `\n\n-- \n${oneLine(organization.settings.name)}\n${organization.publicUrl}\n`;

/** Builds an invitation with its link. */
export function invitationMail(
  email: string,
  organization: Organization,
  { inviter, link, expiresAt }: { inviter: Person; link: string; expiresAt: Date | null },
): Mail {
  const name = oneLine(organization.settings.name);
  const inviterName = oneLine(inviter.fullName);
  const until = expiresAt ? `\n\nThe link works until ${expiresAt.toUTCString()}.` : '';
  return {
    to: email,
    subject: `${inviterName} has invited you to join ${name}`,
    text: `Hello,\n\n${inviterName} wants you to join ${name}. To choose your name and password, open\n\n${link}${until}\n\nIf you do not know what this is about, do nothing.${signature(organization)}`,
  };
}

/** Builds the mail that confirms the address of a person who uses a reusable link, or joins without an invitation. */
export function confirmationMail(email: string, organization: Organization, link: string): Mail {
  const name = oneLine(organization.settings.name);
  return {
    to: email,
    subject: `Confirm your address to join ${name}`,
    text: `Hello,\n\nto choose your name and password and join ${name}, open\n\n${link}\n\nIf you do not know what this is about, do nothing.${signature(organization)}`,
  };
}

/**
 * Builds the mail that replaces a confirmation where the address has an account. The page gives the same answer in both
 * cases, so that it does not show which addresses have accounts.
 */
export function haveAccountMail(email: string, organization: Organization): Mail {
  const name = oneLine(organization.settings.name);
  return {
    to: email,
    subject: `You already have an account in ${name}`,
    text: `Hello,\n\nsomebody, hopefully you, wanted to join ${name} with this address, which has an account already. If you forgot your password, reset it at\n\n${organization.publicUrl}/reset-password${signature(organization)}`,
  };
}

/** Builds the mail with a link for choosing a new password. */
export function passwordResetMail(person: Person, organization: Organization, link: string): Mail {
  return {
    to: person.deliveryEmail,
    subject: `Reset your password for ${oneLine(organization.settings.name)}`,
    text: `Hello ${oneLine(person.fullName)},\n\nsomebody, hopefully you, asked for a new password. To choose one, open\n\n${link}\n\nThe link works once, for an hour. If it was not you, do nothing: your password stays.${signature(organization)}`,
  };
}

/** Builds the mail to a new address, with a link that confirms it. */
export function emailChangeMail(
  person: Person,
  organization: Organization,
  newEmail: string,
  link: string,
): Mail {
  return {
    to: newEmail,
    subject: `Confirm your new address for ${oneLine(organization.settings.name)}`,
    text: `Hello ${oneLine(person.fullName)},\n\nto use this address from now on, open\n\n${link}\n\nThe link works once, for a day.${signature(organization)}`,
  };
}

/** Builds the notice to the former address, so that a stolen account is noticed. */
export function emailChangedMail(oldEmail: string, organization: Organization): Mail {
  return {
    to: oldEmail,
    subject: `Your address for ${oneLine(organization.settings.name)} was changed`,
    text: `Hello,\n\nyour account now has another address. If you did not ask for that, tell an administrator.${signature(organization)}`,
  };
}

/** Builds the notice that a password was changed, so that a stolen account is noticed. */
export function passwordChangedMail(person: Person, organization: Organization): Mail {
  return {
    to: person.deliveryEmail,
    subject: `Your password for ${oneLine(organization.settings.name)} was changed`,
    text: `Hello ${oneLine(person.fullName)},\n\nyour password was changed. If that was not you, reset it at\n\n${organization.publicUrl}/reset-password${signature(organization)}`,
  };
}

/** Builds the notice that an account was deactivated, with the administrator's comment. */
export function deactivationMail(person: Person, organization: Organization, comment: string): Mail {
  return {
    to: person.deliveryEmail,
    subject: `Your account in ${oneLine(organization.settings.name)} was deactivated`,
    text: `Hello ${oneLine(person.fullName)},\n\nyour account was deactivated. The administrators say:\n\n${comment.trim()}${signature(organization)}`,
  };
}
