import { errors } from '@parley/core';
import { codePoints, limits } from '@parley/rules';
import { quoted } from './quote.ts';
import { type LinkedPlace, placeLink } from './topic-link.ts';

/** Reasons for a report by key; register announces them as `server_report_message_types`. */
const reasons: Readonly<Record<string, string>> = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
};

const maxDescriptionLength = 1_000;

export type Report = { reason: string; description: string };

/** Parses a report of a message (docs/api/messages.md#reports). @throws BAD_REQUEST */
export function parseReport(type: string, given: string): Report {
  const reason = Object.hasOwn(reasons, type) ? reasons[type] : undefined;
  if (reason === undefined) throw errors.badRequest('Invalid report_type');
  const description = given.trim();
  if (description.includes('\0')) throw errors.badRequest('description must not contain null bytes');
  if (codePoints(description) > maxDescriptionLength) {
    throw errors.badRequest(`description is too long (limit: ${maxDescriptionLength} characters)`);
  }
  if (type === 'other' && description === '') {
    throw errors.badRequest('An explanation is required for this type of report.');
  }
  return { reason, description };
}

export type ReportedMessage = {
  content: string;
  sender: { userId: number; fullName: string };
  /** Undefined for a direct message. */
  place: LinkedPlace | undefined;
};

type ReportPerson = { userId: number; fullName: string };

/** Returns the message that moderators get. */
export function reportContent(
  { reason, description }: Report,
  reporter: ReportPerson,
  { content, sender, place }: ReportedMessage,
): string {
  const where = place ? placeLink(place) : 'a direct message';
  const head = [
    `@_**${reporter.fullName}|${reporter.userId}** reported ${where} sent by @_**${sender.fullName}|${sender.userId}**.`,
    `- Reason: **${reason}**`,
    ...(description === '' ? [] : ['- Notes:', quoted(description)]),
    '- Message:',
    '',
  ].join('\n');
  const room = limits.messageLength - codePoints(head) - 100;
  const text = codePoints(content) <= room ? content : `${[...content].slice(0, room).join('')}…`;
  return head + quoted(text);
}

/** Returns the topic for reports of one sender's messages. */
export const reportTopic = ({ fullName }: ReportPerson): string =>
  `${[...fullName].slice(0, limits.topicLength - 11).join('')} moderation`;
