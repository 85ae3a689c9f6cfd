import { escapeHtml, oneLine } from '@parley/core';
import type { NotificationSettings, User } from '@parley/directory';
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
  {
    person,
    settings,
    organization,
    publicUrl,
    secretKey,
  }: MailSender & { person: User; settings: NotificationSettings },
): Mail {
  const all = textsIn(settings.language).mails;
  const texts = all.digest;
  const name = oneLine(organization.name);
  const showsContent = settings.contentInEmail && organization.message_content_allowed_in_email_notifications;
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${unsubscribeToken(person.userId, secretKey)}`;
  const settingsUrl = `${publicUrl}/#settings/notifications`;
  const shown = topics.map(({ topic, newest }) => ({
    // The URL of a conversation contains its name, so a mail that hides content links to the start page.
    url: showsContent ? messageUrl(publicUrl, newest) : `${publicUrl}/`,
    title: showsContent
      ? `#${oneLine(newest.channelName)} > ${oneLine(newest.topic === '' ? organization.empty_topic_display_name : newest.topic)}`
      : texts.hiddenTopic,
    activity: texts.activity({
      messages: texts.messages({ count: topic.messageCount }),
      people: texts.people({ count: topic.senderCount }),
    }),
    excerpt: showsContent ? `${oneLine(newest.senderFullName)}: ${excerptOf(newest.renderedContent)}` : '',
    direction: renderedDirection(newest.renderedContent),
  }));
  const intro = texts.intro({ organization: name });
  const subject =
    frequency === 'daily'
      ? texts.subjectOfDay({ organization: name })
      : texts.subject({ organization: name });
  const text = shown
    .map(({ title, activity, excerpt, url }) =>
      [`${title} (${activity})`, ...(excerpt === '' ? [] : [excerpt]), url].join('\n'),
    )
    .join('\n\n');
  const html = shown
    .map(
      ({ title, activity, excerpt, direction, url }) =>
        `<div class="message"><div><strong>${linkTo(url, title)}</strong>
<span class="quiet">${escapeHtml(activity)}</span></div>
${excerpt === '' ? '' : `<p dir="${direction}">${escapeHtml(excerpt)}</p>`}</div>`,
    )
    .join('\n');
  return {
    fromName: name,
    subject,
    text: `${intro}\n\n${text}\n\n-- \n${all.missed.settings}: ${settingsUrl}\n${all.missed.unsubscribe}: ${unsubscribeUrl}\n`,
    html: mailPage({
      language: settings.language,
      title: escapeHtml(subject),
      body: `<p>${escapeHtml(intro)}</p>\n${html}`,
      footer: [
        `${linkTo(settingsUrl, all.missed.settings)} · ${linkTo(unsubscribeUrl, all.missed.unsubscribe)}`,
      ],
    }),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
    references: [],
  };
}

/** Returns the beginning of a message on one line, cut between words if possible. */
function excerptOf(renderedContent: string): string {
  const line = oneLine(plainText(renderedContent));
  if (line.length <= excerptLength) return line;
  const cut = line.slice(0, excerptLength).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${space > excerptLength / 2 ? cut.slice(0, space) : cut}…`;
}
