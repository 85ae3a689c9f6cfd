/** Mails as people read them: plain text, one thing to do. */

import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import type { Mail } from './mail-transport.ts';

/** Names come from people: one line, nothing that a mail program would read as more. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const signature = (realm: Realm): string => `\n\n-- \n${oneLine(realm.settings.name)}\n${realm.publicUrl}\n`;

/** An invitation, with its link. */
export function invitationMail(
  email: string,
  realm: Realm,
  { inviter, link, expiresAt }: { inviter: Person; link: string; expiresAt: Date | null },
): Mail {
  const organization = oneLine(realm.settings.name);
  const name = oneLine(inviter.fullName);
  const until = expiresAt ? `\n\nThe link works until ${expiresAt.toUTCString()}.` : '';
  return {
    to: email,
    subject: `${name} has invited you to join ${organization}`,
    text: `Hello,\n\n${name} wants you to join ${organization}. To choose your name and password, open\n\n${link}${until}\n\nIf you do not know what this is about, do nothing.${signature(realm)}`,
  };
}

/** For those who came by a link for many, or by themselves. */
export function confirmationMail(email: string, realm: Realm, link: string): Mail {
  const organization = oneLine(realm.settings.name);
  return {
    to: email,
    subject: `Confirm your address to join ${organization}`,
    text: `Hello,\n\nto choose your name and password and join ${organization}, open\n\n${link}\n\nIf you do not know what this is about, do nothing.${signature(realm)}`,
  };
}

/** Instead of a confirmation, to an address that has an account: the page says the same either way. */
export function haveAccountMail(email: string, realm: Realm): Mail {
  const organization = oneLine(realm.settings.name);
  return {
    to: email,
    subject: `You already have an account in ${organization}`,
    text: `Hello,\n\nsomebody, hopefully you, wanted to join ${organization} with this address, which has an account already. If you forgot your password, reset it at\n\n${realm.publicUrl}/reset-password${signature(realm)}`,
  };
}

/** A link to choose a new password with. */
export function passwordResetMail(person: Person, realm: Realm, link: string): Mail {
  return {
    to: person.deliveryEmail,
    subject: `Reset your password for ${oneLine(realm.settings.name)}`,
    text: `Hello ${oneLine(person.fullName)},\n\nsomebody, hopefully you, asked for a new password. To choose one, open\n\n${link}\n\nThe link works once, for an hour. If it was not you, do nothing: your password stays.${signature(realm)}`,
  };
}

/** A link that confirms a new address, to the new one. */
export function emailChangeMail(person: Person, realm: Realm, newEmail: string, link: string): Mail {
  return {
    to: newEmail,
    subject: `Confirm your new address for ${oneLine(realm.settings.name)}`,
    text: `Hello ${oneLine(person.fullName)},\n\nto use this address from now on, open\n\n${link}\n\nThe link works once, for a day.${signature(realm)}`,
  };
}

/** To the old address, so that nobody loses an account unnoticed. */
export function emailChangedMail(oldEmail: string, realm: Realm): Mail {
  return {
    to: oldEmail,
    subject: `Your address for ${oneLine(realm.settings.name)} was changed`,
    text: `Hello,\n\nyour account now has another address. If you did not ask for that, tell an administrator.${signature(realm)}`,
  };
}

/** That the password is another one, so that whoever did not change it hears of it. */
export function passwordChangedMail(person: Person, realm: Realm): Mail {
  return {
    to: person.deliveryEmail,
    subject: `Your password for ${oneLine(realm.settings.name)} was changed`,
    text: `Hello ${oneLine(person.fullName)},\n\nyour password was changed. If that was not you, reset it at\n\n${realm.publicUrl}/reset-password${signature(realm)}`,
  };
}

/** That the account was deactivated, with the comment of who did it. */
export function deactivationMail(person: Person, realm: Realm, comment: string): Mail {
  return {
    to: person.deliveryEmail,
    subject: `Your account in ${oneLine(realm.settings.name)} was deactivated`,
    text: `Hello ${oneLine(person.fullName)},\n\nyour account was deactivated. The administrators say:\n\n${comment.trim()}${signature(realm)}`,
  };
}
