import { isDeepStrictEqual } from 'node:util';
import { escapeHtml, firstItem, oneLine } from '@parley/core';
import type { NotificationSettings, User } from '@parley/facts';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { OrganizationSettings } from '@parley/settings';
import { type Texts, textsIn } from '@parley/texts';
import { messageUrl } from '../domain/conversation.ts';
import type { Mail } from '../domain/mail.ts';
import { unsubscribeToken } from '../domain/unsubscribe-token.ts';
import { messageForMail, paragraphs } from './html.ts';
import { linkTo, mailPage } from './page.ts';
import { textForMail } from './text.ts';

/** The organization and server in whose name mails are sent. */
export type MailSender = { organization: OrganizationSettings; publicUrl: string; secretKey: string };

/** The recipient of a mail. */
export type MailReader = {
  person: User;
  settings: NotificationSettings;
  /** Message-ID that all mails about the conversation refer to, so that they form a thread. */
  threadId: string;
  /** Address for replies; absent when the deployment accepts no mail. */
  replyTo: string | undefined;
  /** Maximum number of further unread messages of the conversation, which the mail leaves out. */
  omitted?: number;
};

/** Value of `organization_name_policy` with which the subject contains the name of the organization. */
const always = 2;
/** Maximum number of names in the subject of a mail about a group conversation. */
const maxNames = 4;

/** For readers with the same language, time zone and settings. Rendered once. */
type Rendering = Pick<Mail, 'fromName' | 'subject'> & {
  messages: readonly MissedMessage[];
  /** The text before and after the reader's own link to unsubscribe. */
  text: Around;
  html: Around;
};
type Around = readonly [before: string, after: string];

/** Maximum number of renderings in the cache of a composer. */
const maxRenderings = 100;

/** Content that is the same for many readers is rendered once. */
export class MailComposer {
  readonly #sender: MailSender;
  readonly #renderings = new Map<string, Rendering>();

  constructor(sender: MailSender) {
    this.#sender = sender;
  }

  get organization(): OrganizationSettings {
    return this.#sender.organization;
  }

  /** Builds the mail about unread messages, at least one, of one conversation. */
  compose(messages: readonly MissedMessage[], mailReader: MailReader): Mail {
    const { person, settings, threadId, replyTo, omitted = 0 } = mailReader;
    const { organization, publicUrl, secretKey } = this.#sender;
    const showsContent =
      settings.contentInEmail && organization.message_content_allowed_in_email_notifications;
    // When the mail hides the messages, the person cannot reply by mail and must answer in the app.
    const canReply = showsContent && replyTo !== undefined;
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${unsubscribeToken(person.userId, secretKey)}`;
    const { fromName, subject, text, html } = this.#render(messages, {
      language: settings.language,
      timezone: person.timezone,
      namesOrganization: settings.organizationNamePolicy === always && showsContent,
      showsContent,
      canReply,
      omitted,
    });
    return {
      fromName,
      subject,
      text: text.join(unsubscribeUrl),
      html: html.join(escapeHtml(unsubscribeUrl)),
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        // With this field, mail programs can unsubscribe with one click (RFC 8058).
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
      },
      references: [threadId],
      ...(canReply && { replyTo }),
    };
  }

  /** Returns the cached rendering of the same messages for the same options. Creates it when there is none. */
  #render(messages: readonly MissedMessage[], options: Options): Rendering {
    const key = JSON.stringify([options, messages.map(({ messageId }) => messageId)]);
    const known = this.#renderings.get(key);
    // Compares the messages, because readers may see a message of the same ID differently.
    if (known && isDeepStrictEqual(known.messages, messages)) return known;
    const rendering = render(messages, options, this.#sender);
    if (this.#renderings.size >= maxRenderings) this.#renderings.clear();
    this.#renderings.set(key, rendering);
    return rendering;
  }
}

/** The properties of a reader that affect the rendering. */
type Options = {
  language: string;
  timezone: string;
  /** Whether the subject begins with the name of the organization. */
  namesOrganization: boolean;
  showsContent: boolean;
  canReply: boolean;
  /** Maximum number of further unread messages. */
  omitted: number;
};

function render(
  messages: readonly MissedMessage[],
  { language, timezone, namesOrganization, showsContent, canReply, omitted }: Options,
  { organization, publicUrl }: MailSender,
): Rendering {
  const texts = textsIn(language).mails.missed;
  const name = oneLine(organization.name);
  const subject = showsContent
    ? subjectOf(firstItem(messages), texts, organization)
    : texts.hiddenSubject({ organization: name });
  const body: Body = {
    language,
    texts,
    // The URL of a conversation contains its name, so a mail that hides content links to the start page.
    url: showsContent ? messageUrl(publicUrl, firstItem(messages)) : `${publicUrl}/`,
    settingsUrl: `${publicUrl}/#settings/notifications`,
    timeOf: timeFormat(timezone, language),
    messages: showsContent ? messages : [],
    notice: showsContent
      ? omitted > 0 && texts.omitted({ count: omitted })
      : texts[omitted > 0 ? 'hiddenAtLeast' : 'hidden']({ count: messages.length, organization: name }),
    title: subject,
    canReply,
    publicUrl,
  };
  const senders = [...new Set(messages.map(({ senderFullName }) => oneLine(senderFullName)))];
  return {
    messages,
    fromName: showsContent && senders.length === 1 ? `${senders[0]} (${name})` : name,
    subject: namesOrganization ? `[${name}] ${subject}` : subject,
    text: textOf(body),
    html: htmlOf(body),
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
  if (names.length <= 1) return texts.directSubject({ names: names[0] ?? oneLine(senderFullName) });
  const shown = names.slice(0, maxNames).join(', ');
  return texts.directSubject({ names: names.length > maxNames ? `${shown}, …` : shown });
}

type Body = {
  language: string;
  texts: MissedTexts;
  title: string;
  /** URL of the conversation, at its first unread message; the start page when the content is hidden. */
  url: string;
  settingsUrl: string;
  publicUrl: string;
  canReply: boolean;
  /** The messages; empty when the settings hide their content. */
  messages: readonly MissedMessage[];
  /** Text before the messages: that they are hidden, or that some are left out. */
  notice: string | false;
  timeOf: (sentAt: number) => string;
};

function textOf({ texts, url, settingsUrl, publicUrl, messages, notice, timeOf, canReply }: Body): Around {
  const parts = messages.map(
    ({ senderFullName, sentAt, content }) =>
      `${oneLine(senderFullName)} (${timeOf(sentAt)}):\n\n${textForMail(content, { publicUrl, sender: senderFullName, timeOf })}`,
  );
  const reply = canReply ? `${texts.reply}\n` : '';
  const footer = `-- \n${reply}${texts.open}: ${url}\n${texts.settings}: ${settingsUrl}\n${texts.unsubscribe}: `;
  return [[...(notice === false ? [] : [notice]), ...parts, footer].join('\n\n'), '\n'];
}

/** Text that stands for the reader's link to unsubscribe while a page is rendered. The page is split where it occurs last. */
const linkMark = 'link-that-ends-the-mails';

function htmlOf(body: Body): Around {
  const { language, texts, title, url, settingsUrl, publicUrl, messages, notice, timeOf, canReply } = body;
  const parts = messages.map(
    ({ senderFullName, sentAt, renderedContent }) =>
      `<div class="message"><div><strong>${escapeHtml(oneLine(senderFullName))}</strong>
<span class="quiet">${escapeHtml(timeOf(sentAt))}</span></div>
${messageForMail(renderedContent, { publicUrl, sender: oneLine(senderFullName), timeOf })}</div>`,
  );
  const links = [
    linkTo(url, texts.open),
    linkTo(settingsUrl, texts.settings),
    linkTo(linkMark, texts.unsubscribe),
  ];
  const page = mailPage({
    language,
    title: linkTo(url, title),
    body: [notice === false ? '' : paragraphs(notice), ...parts].join('\n'),
    footer: [canReply ? escapeHtml(texts.reply) : '', links.join(' · ')],
  });
  const at = page.lastIndexOf(linkMark);
  return [page.slice(0, at), page.slice(at + linkMark.length)];
}

/** Returns a function that formats a time (seconds since the Unix epoch) in a time zone and language. */
function timeFormat(timezone: string, language: string): (sentAt: number) => string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const format = formatOr(
    () => new Intl.DateTimeFormat(language, { ...options, timeZone: timezone || 'UTC' }),
  );
  return (sentAt) => format.format(sentAt * 1000);

  function formatOr(create: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
    try {
      return create();
    } catch {
      // Falls back to English and UTC when this release of Node does not support the language or time zone.
      return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
    }
  }
}
