import { errors, errorText, hasKey } from '@parley/core';
import { type LinkedPlace, personMention, placeLink, quotation } from '@parley/markdown';
import { codePoints, limits, type UserId } from '@parley/rules';
import { type Texts, textsIn } from '@parley/texts';

/** Keys of the reasons for a report. Register responses list them as `server_report_message_types`. */
type Reason = keyof Texts['conversations']['reports']['reasons'];
const { reasons } = textsIn('en').conversations.reports;

const maxDescriptionLength = 1_000;

export type Report = { reason: Reason; description: string };

/** Parses a report of a message (docs/api/messages.md#reports). @throws BAD_REQUEST */
export function parseReport(type: string, given: string): Report {
  if (!hasKey(reasons, type)) throw errors.badRequest('Invalid report_type');
  const description = given.trim();
  if (description.includes('\0')) throw errors.badRequest('description must not contain null bytes');
  if (codePoints(description) > maxDescriptionLength) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'description',
        limit: maxDescriptionLength,
      }),
    );
  }
  if (type === 'other' && description === '') {
    throw errors.badRequest('An explanation is required for this type of report.');
  }
  return { reason: type, description };
}

export type ReportedMessage = {
  reporter: ReportPerson;
  content: string;
  sender: ReportPerson;
  /** Undefined for a direct message. */
  place: LinkedPlace | undefined;
};

type ReportPerson = { userId: UserId; fullName: string };

/** Returns the Markdown of the message that informs the moderators. */
export function reportContent(
  { reason, description }: Report,
  { reporter, content, sender, place }: ReportedMessage,
  { conversations: { reports: texts } }: Texts,
): string {
  const where = place ? placeLink(place) : texts.directMessage;
  const named = (person: ReportPerson) => personMention(person, true);
  const head = [
    texts.reported({ by: named(reporter), where, sender: named(sender) }),
    `- ${texts.reason({ reason: texts.reasons[reason] })}`,
    ...(description === '' ? [] : [`- ${texts.notes}`, quotation(description)]),
    `- ${texts.message}`,
    '',
  ].join('\n');
  const room = limits.messageLength - codePoints(head) - 100;
  const text = codePoints(content) <= room ? content : `${[...content].slice(0, room).join('')}…`;
  return head + quotation(text);
}

/** Returns the topic that collects the reports about one sender. */
export const reportTopic = ({ fullName }: ReportPerson, { conversations: { reports } }: Texts): string => {
  const room = limits.topicLength - codePoints(reports.topic({ name: '' }));
  return reports.topic({ name: [...fullName].slice(0, room).join('') });
};
