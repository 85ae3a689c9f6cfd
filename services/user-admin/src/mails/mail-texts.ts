import { oneLine } from '@parley/core';
import { desktopApp, readProgram } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';
import { type Texts, textsIn } from '@parley/texts';
import { findUserSettings } from '../kernel/db/user-settings.ts';
import type { Organization } from '../kernel/domain/organization.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';
import type { Mail } from '../outbox/outbox.ts';

export type Letterhead = { organization: Organization; texts: Texts['mails'] };

/** In the person's language. Without a person, uses the organization's language. */
export async function letterheadFor(tx: TxScope, person: Person | undefined): Promise<Letterhead> {
  const organization = await tx.organization();
  const language = person
    ? effectiveUserSettings(await findUserSettings(tx, person.userId)).default_language
    : organization.settings.default_language;
  return { organization, texts: textsIn(language).mails };
}

// Names are entered by users. A line break in a name could start a new header field or line of the mail.
const nameOf = ({ organization }: Letterhead): string => oneLine(organization.settings.name);

const letter = ({ organization }: Letterhead, ...paragraphs: readonly string[]): string =>
  `${paragraphs.join('\n\n')}\n\n-- \n${oneLine(organization.settings.name)}\n${organization.publicUrl}\n`;

const resetLink = ({ organization }: Letterhead): string => `${organization.publicUrl}/reset-password`;

export function invitationMail(
  email: string,
  head: Letterhead,
  { inviter, link, expiresAt }: { inviter: Person; link: string; expiresAt: Date | null },
): Mail {
  const { hello, invitation, ifUnknown } = head.texts;
  const names = { inviter: oneLine(inviter.fullName), organization: nameOf(head) };
  const until = expiresAt ? [invitation.until({ time: expiresAt.toUTCString() })] : [];
  return {
    to: email,
    subject: invitation.subject(names),
    text: letter(head, hello, invitation.text({ ...names, link }), ...until, ifUnknown),
  };
}

/** Builds the mail with which a person confirms their address, to join with a reusable link or without an invitation. */
export function confirmationMail(email: string, head: Letterhead, link: string): Mail {
  const { hello, confirmation, ifUnknown } = head.texts;
  return {
    to: email,
    subject: confirmation.subject({ organization: nameOf(head) }),
    text: letter(head, hello, confirmation.text({ organization: nameOf(head), link }), ifUnknown),
  };
}

/** The page shows the same text in both cases, so that it does not reveal which addresses have accounts. */
export function haveAccountMail(email: string, { userId }: Person, head: Letterhead): Mail {
  const { hello, haveAccount } = head.texts;
  return {
    userId,
    to: email,
    subject: haveAccount.subject({ organization: nameOf(head) }),
    text: letter(head, hello, haveAccount.text({ organization: nameOf(head), link: resetLink(head) })),
  };
}

/** Builds the mail that tells a new person where to log in. */
export function welcomeMail(person: Person, head: Letterhead): Mail {
  const { hello, welcome } = head.texts;
  const { publicUrl } = head.organization;
  return {
    userId: person.userId,
    to: person.deliveryEmail,
    subject: welcome.subject({ organization: nameOf(head) }),
    text: letter(
      head,
      hello,
      welcome.text({ organization: nameOf(head), link: publicUrl, email: person.deliveryEmail }),
    ),
  };
}

export function passwordResetMail(person: Person, head: Letterhead, link: string): Mail {
  const { helloTo, passwordReset } = head.texts;
  return {
    userId: person.userId,
    to: person.deliveryEmail,
    subject: passwordReset.subject({ organization: nameOf(head) }),
    text: letter(head, helloTo({ name: oneLine(person.fullName) }), passwordReset.text({ link })),
  };
}

export function emailChangeMail(person: Person, head: Letterhead, newEmail: string, link: string): Mail {
  const { helloTo, emailChange } = head.texts;
  return {
    userId: person.userId,
    to: newEmail,
    subject: emailChange.subject({ organization: nameOf(head) }),
    text: letter(head, helloTo({ name: oneLine(person.fullName) }), emailChange.text({ link })),
  };
}

/** Builds the mail that notifies the previous address of a change, so that its owner notices a stolen account. */
export function emailChangedMail(before: Person, head: Letterhead): Mail {
  const { hello, emailChanged } = head.texts;
  return {
    userId: before.userId,
    to: before.deliveryEmail,
    subject: emailChanged.subject({ organization: nameOf(head) }),
    text: letter(head, hello, emailChanged.text),
  };
}

export function passwordChangedMail(person: Person, head: Letterhead): Mail {
  const { helloTo, passwordChanged } = head.texts;
  return {
    userId: person.userId,
    to: person.deliveryEmail,
    subject: passwordChanged.subject({ organization: nameOf(head) }),
    text: letter(
      head,
      helloTo({ name: oneLine(person.fullName) }),
      passwordChanged.text({ link: resetLink(head) }),
    ),
  };
}

export type SignIn = { client: string; address: string; at: Date; isAtProvider: boolean };

export function signInMail(
  person: Person,
  head: Letterhead,
  { client, address, at, isAtProvider }: SignIn,
): Mail {
  const { helloTo, signIn } = head.texts;
  const details = [
    signIn.at({ time: at.toUTCString() }),
    signIn.client({ name: programName(client, signIn) }),
    ...(address === '' ? [] : [signIn.address({ address: oneLine(address) })]),
  ];
  return {
    userId: person.userId,
    to: person.deliveryEmail,
    subject: signIn.subject({ organization: nameOf(head) }),
    text: letter(
      head,
      helloTo({ name: oneLine(person.fullName) }),
      signIn.text({ organization: nameOf(head) }),
      details.join('\n'),
      isAtProvider ? signIn.adviceAtProvider : signIn.advice({ link: resetLink(head) }),
    ),
  };
}

function programName(client: string, { app, on }: Letterhead['texts']['signIn']): string {
  const program = readProgram(client);
  if (!program) return oneLine(client);
  const name = program.name === desktopApp ? app : program.name;
  return program.system === undefined ? name : on({ program: name, system: program.system });
}

export type FactorChange = { kind: 'added' | 'removed'; factor: 'totp' | 'passkey' } | { kind: 'reset' };

export function factorChangedMail(person: Person, head: Letterhead, change: FactorChange): Mail {
  const { helloTo, factorChanged } = head.texts;
  const text = change.kind === 'reset' ? factorChanged.reset : factorChanged[change.kind][change.factor];
  return {
    userId: person.userId,
    to: person.deliveryEmail,
    subject: factorChanged.subject({ organization: nameOf(head) }),
    text: letter(head, helloTo({ name: oneLine(person.fullName) }), text, factorChanged.advice),
  };
}

/** Builds the mail that tells a person that a code of their authenticator app came a second time, and was refused. */
export function repeatedCodeMail(person: Person, head: Letterhead): Mail {
  const { helloTo, repeatedCode } = head.texts;
  return {
    userId: person.userId,
    to: person.deliveryEmail,
    subject: repeatedCode.subject({ organization: nameOf(head) }),
    text: letter(
      head,
      helloTo({ name: oneLine(person.fullName) }),
      repeatedCode.text,
      repeatedCode.advice({ link: resetLink(head) }),
    ),
  };
}

export function accessEndedMail(person: Person, head: Letterhead): Mail {
  const { helloTo, accessEnded } = head.texts;
  return {
    to: person.deliveryEmail,
    subject: accessEnded.subject({ organization: nameOf(head) }),
    text: letter(
      head,
      helloTo({ name: oneLine(person.fullName) }),
      accessEnded.text({ link: resetLink(head) }),
    ),
  };
}

/** Builds the mail that tells an owner that an identity provider has tried to deactivate more people than `limit` permits. */
export function deactivationLimitMail(owner: Person, head: Letterhead, limit: number): Mail {
  const { helloTo, deactivationLimit } = head.texts;
  return {
    userId: owner.userId,
    to: owner.deliveryEmail,
    subject: deactivationLimit.subject({ organization: nameOf(head) }),
    text: letter(head, helloTo({ name: oneLine(owner.fullName) }), deactivationLimit.text({ limit })),
  };
}

/** Builds the mail that notifies a person that their account was deactivated. It contains the administrator's comment. */
export function deactivationMail(person: Person, head: Letterhead, comment: string): Mail {
  const { helloTo, deactivation } = head.texts;
  return {
    userId: person.userId,
    to: person.deliveryEmail,
    subject: deactivation.subject({ organization: nameOf(head) }),
    text: letter(
      head,
      helloTo({ name: oneLine(person.fullName) }),
      deactivation.text({ comment: comment.trim() }),
    ),
  };
}
