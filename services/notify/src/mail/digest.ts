import { escapeHtml, oneLine } from '@parley/core';
import type { NotificationSettings, User } from '@parley/facts';
import { plainText, renderedDirection } from '@parley/markdown';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { textsIn } from '@parley/texts';
import { messageUrl } from '../domain/conversation.ts';
import type { DigestFrequency, Mail, ReportedTopic } from '../domain/mail.ts';
import { unsubscribeToken } from '../domain/unsubscribe-token.ts';
import type { MailSender } from './compose.ts';
import { linkTo, mailPage } from './page.ts';

/** Maximum length of the excerpt of a message, in characters. */
const excerptLength = 200;

/** Builds the mail of a digest. Each topic has an excerpt of its newest message, unless the mail hides content. */
export function composeDigest(
  topics: readonly { topic: ReportedTopic; newest: MissedMessage }[],
  frequency: DigestFrequency,
  reader: MailSender & { person: User; settings: NotificationSettings },
): Mail {
  const { person, settings, organization, publicUrl, secretKey } = reader;
  const { digest: texts, missed } = textsIn(settings.language).mails;
  const name = oneLine(organization.name);
  const showsContent = settings.contentInEmail && organization.message_content_allowed_in_email_notifications;
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${unsubscribeToken(person.userId, secretKey)}`;
  const links = linksOf(missed, publicUrl, unsubscribeUrl);
  const shown = topics.map(
    ({ topic, newest }): ShownTopic => ({
      activity: texts.activity({
        messages: texts.messages({ count: topic.messageCount }),
        people: texts.people({ count: topic.senderCount }),
      }),
      // The URL of a conversation contains its name, so a mail that hides content links to the start page.
      ...(showsContent
        ? contentOf(newest, publicUrl, organization.empty_topic_display_name)
        : { url: `${publicUrl}/`, title: texts.hiddenTopic, excerpt: '', direction: '' }),
    }),
  );
  const intro = texts.intro({ organization: name });
  const subject = (frequency === 'daily' ? texts.subjectOfDay : texts.subject)({ organization: name });
  return {
    fromName: name,
    subject,
    text: `${intro}\n\n${shown.map(topicText).join('\n\n')}\n\n-- \n${links.map(([url, text]) => `${text}: ${url}\n`).join('')}`,
    html: mailPage({
      language: settings.language,
      title: escapeHtml(subject),
      body: `<p>${escapeHtml(intro)}</p>\n${shown.map(topicHtml).join('\n')}`,
      footer: [links.map(([url, text]) => linkTo(url, text)).join(' · ')],
    }),
    headers: headersOf(unsubscribeUrl),
    references: [],
  };
}

/** What a digest shows of a topic. `excerpt` and its direction are empty in a mail that hides content. */
type ShownTopic = { url: string; title: string; activity: string; excerpt: string; direction: string };

/** Returns the links at the end of a mail, with their texts. */
const linksOf = (
  texts: { settings: string; unsubscribe: string },
  publicUrl: string,
  unsubscribeUrl: string,
): [url: string, text: string][] => [
  [`${publicUrl}/#settings/notifications`, texts.settings],
  [unsubscribeUrl, texts.unsubscribe],
];

const headersOf = (unsubscribeUrl: string): Mail['headers'] => ({
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  Precedence: 'bulk',
});

/** Returns what a mail that shows content says of a topic: its name, and an excerpt of its newest message. */
const contentOf = (newest: MissedMessage, publicUrl: string, emptyName: string) => ({
  url: messageUrl(publicUrl, newest),
  title: `#${oneLine(newest.channelName)} > ${oneLine(newest.topic === '' ? emptyName : newest.topic)}`,
  excerpt: `${oneLine(newest.senderFullName)}: ${excerptOf(newest.renderedContent)}`,
  direction: renderedDirection(newest.renderedContent),
});

const topicText = ({ title, activity, excerpt, url }: ShownTopic): string =>
  [`${title} (${activity})`, ...(excerpt === '' ? [] : [excerpt]), url].join('\n');

const topicHtml = ({ title, activity, excerpt, direction, url }: ShownTopic): string =>
  `<div class="message"><div><strong>${linkTo(url, title)}</strong>
<span class="quiet">${escapeHtml(activity)}</span></div>
${excerpt === '' ? '' : `<p dir="${direction}">${escapeHtml(excerpt)}</p>`}</div>`;

/** Returns the beginning of a message on one line, cut between words if possible. */
function excerptOf(renderedContent: string): string {
  const line = oneLine(plainText(renderedContent));
  if (line.length <= excerptLength) return line;
  const cut = line.slice(0, excerptLength).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${space > excerptLength / 2 ? cut.slice(0, space) : cut}…`;
}
