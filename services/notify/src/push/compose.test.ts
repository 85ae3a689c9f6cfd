import type { NotificationSettings } from '@parley/facts';
import { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { OrganizationSettings } from '@parley/settings';
import { expect, it } from 'vitest';
import { composePush } from './compose.ts';

it('shows a message as text, without markup and without the text of spoilers', () => {
  const message = MissedMessage.fromPartial({
    messageId: 7,
    channelId: 3,
    channelName: 'films',
    topic: 'new',
    senderFullName: 'Ann',
    content: 'Hello @**Bo|5**\n```spoiler Film\nThe end\n```',
    renderedContent:
      '<p>Hello <span class="user-mention" data-user-id="5">@Bo</span></p>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>Film</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>The end</p>\n</div></div>',
  });
  const { body, title } = composePush(message, {
    reason: 'mention',
    settings: { language: 'en', directContentInPush: true } as NotificationSettings,
    organization: { name: 'Demo', empty_topic_display_name: 'general chat' } as OrganizationSettings,
    publicUrl: 'https://chat.example',
  });
  expect([title, body]).toEqual(['#films > new', 'Ann: Hello @Bo\nFilm\n(…)']);
});

it('says in which direction the message is written, whoever sent it and is mentioned first', () => {
  const directionOf = (renderedContent: string, over: Partial<MissedMessage> = {}, isShown = true) => {
    const message = MissedMessage.fromPartial({
      messageId: 7,
      senderFullName: 'Ann',
      renderedContent,
      ...over,
    });
    const settings = { language: 'en', directContentInPush: isShown } as NotificationSettings;
    const organization = { name: 'Demo', empty_topic_display_name: 'general' } as OrganizationSettings;
    const publicUrl = 'https://chat.example';
    return composePush(message, { reason: 'mention', settings, organization, publicUrl }).direction;
  };
  const mention = '<span class="user-mention" data-user-id="5">@Bo</span>';
  expect(directionOf(`<p>${mention} שלום</p>`, { channelId: 3 })).toBe('rtl');
  expect(directionOf(`<p>${mention} hello שלום</p>`, { channelId: 3 })).toBe('ltr');
  expect(directionOf('<p>שלום</p>')).toBe('rtl');
  expect(directionOf('<p>שלום</p>', {}, false)).toBeUndefined();
});
