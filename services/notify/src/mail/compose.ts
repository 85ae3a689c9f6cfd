import type { NotificationSettings, User } from '@parley/directory';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { OrganizationSettings } from '@parley/settings';
import { type Texts, textsIn } from '@parley/texts';
import { type Conversation, messageUrl } from '../domain/conversation.ts';
import type { Mail } from '../domain/mail.ts';
import { unsubscribeToken } from '../domain/unsubscribe-token.ts';
import { absoluteAddresses, escapeHtml, paragraphs } from './html.ts';

export type MailContext = {
  /** The reader of the mail. */
  person: User;
  settings: NotificationSettings;
  organization: OrganizationSettings;
  publicUrl: string;
  secretKey: string;
  /** Message-ID that all mails of the conversation refer to. */
  threadId: string;
};

/** Values of `organization_name_policy` for which subjects name the organization. */
const always = 2;
/** Names in the subject of a mail about a group conversation. */
const maxNames = 4;

/** Names are user input: a line break in one would start another header or line of the mail. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Builds the mail about the unread messages of one conversation, in the reader's language. */
export function composeMail({ messages }: Conversation, context: MailContext): Mail {
  const { person, settings, organization, publicUrl, secretKey, threadId } = context;
  const texts = textsIn(settings.language).mails.missed;
  const showsContent = settings.contentInEmail && organization.message_content_allowed_in_email_notifications;
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${unsubscribeToken(person.userId, secretKey)}`;
  const name = oneLine(organization.name);
  const subject = showsContent ? subjectOf(messages[0]!, texts, organization) : texts.hiddenSubject(name);
  const body: Body = {
    texts,
    url: messageUrl(publicUrl, messages[0]!),
    settingsUrl: `${publicUrl}/#settings/notifications`,
    unsubscribeUrl,
    timeOf: timeFormat(person, settings.language),
    messages: showsContent ? messages : [],
    hidden: showsContent ? undefined : texts.hidden(messages.length, name),
    title: subject,
    publicUrl,
  };
  const senders = [...new Set(messages.map(({ senderFullName }) => oneLine(senderFullName)))];
  return {
    fromName: showsContent && senders.length === 1 ? `${senders[0]} (${name})` : name,
    subject: settings.organizationNamePolicy === always && showsContent ? `[${name}] ${subject}` : subject,
    text: textOf(body),
    html: htmlOf(body),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      // RFC 8058: mail clients end the mails with one click.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
    references: [threadId],
  };
}

type MissedTexts = Texts['mails']['missed'];

function subjectOf(
  { channelId, channelName, topic, members, senderFullName }: MissedMessage,
  texts: MissedTexts,
  { empty_topic_display_name: emptyTopicName }: OrganizationSettings,
): string {
  if (channelId !== 0) return oneLine(`#${channelName} > ${topic === '' ? emptyTopicName : topic}`);
  const names = members.map(({ fullName }) => oneLine(fullName));
  if (names.length <= 1) return texts.directSubject(names[0] ?? oneLine(senderFullName));
  const shown = names.slice(0, maxNames).join(', ');
  return texts.directSubject(names.length > maxNames ? `${shown}, …` : shown);
}

type Body = {
  texts: MissedTexts;
  title: string;
  /** The conversation at its first unread message. */
  url: string;
  settingsUrl: string;
  unsubscribeUrl: string;
  publicUrl: string;
  /** Without content when the settings hide it. */
  messages: readonly MissedMessage[];
  hidden: string | undefined;
  timeOf: (sentAt: number) => string;
};

function textOf({ texts, url, settingsUrl, unsubscribeUrl, messages, hidden, timeOf }: Body): string {
  const parts = messages.map(
    ({ senderFullName, sentAt, content }) =>
      `${oneLine(senderFullName)} (${timeOf(sentAt)}):\n\n${content.trim()}`,
  );
  const footer = `-- \n${texts.open}: ${url}\n${texts.settings}: ${settingsUrl}\n${texts.unsubscribe}: ${unsubscribeUrl}`;
  return `${[...(hidden === undefined ? [] : [hidden]), ...parts, footer].join('\n\n')}\n`;
}

function htmlOf(body: Body): string {
  const { texts, title, url, settingsUrl, unsubscribeUrl, publicUrl, messages, hidden, timeOf } = body;
  const link = (address: string, text: string) => `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
  const parts = messages.map(
    ({ senderFullName, sentAt, renderedContent }) =>
      `<div style="margin:0 0 16px"><div><strong>${escapeHtml(oneLine(senderFullName))}</strong>
<span style="color:#777;font-size:12px">${escapeHtml(timeOf(sentAt))}</span></div>
${absoluteAddresses(renderedContent, publicUrl)}</div>`,
  );
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="font:15px/1.5 system-ui,sans-serif;margin:0;padding:16px;max-width:640px">
<h2 style="font-size:17px;margin:0 0 16px">${link(url, title)}</h2>
${hidden === undefined ? '' : paragraphs(hidden)}
${parts.join('\n')}
<p style="border-top:1px solid #ddd;color:#777;font-size:12px;padding-top:12px">
${link(url, texts.open)} · ${link(settingsUrl, texts.settings)} · ${link(unsubscribeUrl, texts.unsubscribe)}
</p>
</body>
</html>
`;
}

/** Returns a function that formats a time (seconds since the Unix epoch) for its reader. */
function timeFormat({ timezone }: User, language: string): (sentAt: number) => string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const format = formatOr(
    () => new Intl.DateTimeFormat(language, { ...options, timeZone: timezone || 'UTC' }),
  );
  return (sentAt) => format.format(sentAt * 1000);

  function formatOr(create: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
    try {
      return create();
    } catch {
      // This release of Node does not know the stored language or time zone.
      return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
    }
  }
}
