import type { Message, Narrow } from '@parley/client';
import { render } from 'solid-js/web';
import { directionOf } from '../i18n/direction.ts';
import { dateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { narrowTitle, topicName } from '../model/names.ts';
import type { Parley } from '../model/parley.tsx';
import { ReadOnlyMessages } from '../read-only/messages.tsx';
import { narrowHref, narrowOf } from '../router/router.ts';
import { vi } from './texts.ts';

const pageSize = 1_000;
/** Maximum number of messages on paper: the newest ones. */
const maxMessages = 10_000;
/** Maximum time in milliseconds for which pictures are awaited. */
const picturesWithinMs = 10_000;

/** Reads all messages of a narrow, the oldest first. */
async function readAll({ client }: Parley, narrow: Narrow): Promise<Message[]> {
  const all: Message[] = [];
  let anchor: string = 'newest';
  while (all.length < maxMessages) {
    const { messages, found_oldest: isComplete } = await client.call('get-messages', {
      anchor,
      include_anchor: anchor === 'newest',
      num_before: pageSize,
      num_after: 0,
      narrow,
      client_gravatar: false,
      apply_markdown: true,
      allow_empty_topic_name: true,
    });
    all.unshift(...messages);
    if (isComplete || messages.length === 0) break;
    anchor = String(messages[0]!.id);
  }
  return all;
}

/** Prints a whole conversation: not only the messages that the screen shows. @throws the errors of `Client.call` */
export async function printConversation(parley: Parley, narrow: Narrow): Promise<void> {
  const { store } = parley;
  const messages = (await readAll(parley, narrow)).map((message) => ({
    id: message.id,
    senderId: message.sender_id,
    senderName: message.sender_full_name,
    avatarUrl: message.avatar_url,
    html: message.content,
    timestamp: message.timestamp,
    channelId: message.stream_id,
    topic: message.subject,
  }));
  const isMixed = new Set(messages.map(({ topic }) => topic)).size > 1;
  const sheet = document.createElement('div');
  sheet.className = 'print-sheet';
  const dispose = render(
    () => (
      <>
        <h1 dir={directionOf(narrowTitle(store, narrow))}>{narrowTitle(store, narrow)}</h1>
        <p class="muted">{vi('printedAt', { time: dateTimeOf(Date.now() / 1000) })}</p>
        <ReadOnlyMessages
          label={t('messages')}
          messages={messages}
          {...(isMixed && {
            headingOf: ({ channelId, topic }: (typeof messages)[number]) => ({
              text: topicName(store, topic),
              href: narrowHref(narrowOf({ kind: 'topic', channelId: channelId ?? 0, topic }), {
                channelName: () => undefined,
              }),
            }),
          })}
        />
      </>
    ),
    sheet,
  );
  document.body.append(sheet);
  document.documentElement.toggleAttribute('data-printing', true);
  try {
    const pictures = Array.from(sheet.querySelectorAll('img'), (image) => {
      image.loading = 'eager';
      return image.decode().catch(() => undefined);
    });
    const late = new Promise((resolve) => setTimeout(resolve, picturesWithinMs));
    await Promise.race([Promise.all(pictures), late]);
    window.print();
  } finally {
    document.documentElement.toggleAttribute('data-printing', false);
    dispose();
    sheet.remove();
  }
}
