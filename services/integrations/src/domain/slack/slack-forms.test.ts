import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationAt } from '../place.ts';
import { markdownOf, mrkdwnOf, referencedIn } from '../references.ts';
import {
  channelRef,
  conversationOf,
  directRef,
  messageIdOf,
  stampOf,
  topicRef,
  userIdOf,
  userRef,
} from './slack-ids.ts';
import { fromMrkdwn } from './slack-text.ts';

describe('IDs in Slack’s form', () => {
  const id = fc.integer({ min: 1, max: 10 ** 12 });
  const topics = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.toWellFormed());

  it('lead back to what they name', () => {
    fc.assert(
      fc.property(
        id,
        id,
        topics,
        fc.uniqueArray(id, { minLength: 1, maxLength: 10 }),
        (one, other, topic, people) => {
          expect(userIdOf(userRef(one))).toBe(one);
          expect(conversationOf(channelRef(one))).toEqual({ kind: 'channel', channelId: one, messageId: 0 });
          expect(conversationOf(channelRef(one, other))).toEqual({
            kind: 'channel',
            channelId: one,
            messageId: other,
          });
          expect(conversationOf(topicRef(one, topic))).toEqual({
            kind: 'channel',
            channelId: one,
            messageId: 0,
            topic,
          });
          const direct = conversationOf(directRef(people));
          expect(direct).toEqual({ kind: 'direct', userIds: people.toSorted((a, b) => a - b) });
          expect(messageIdOf(stampOf(1_790_000_000, one))).toBe(one);
        },
      ),
    );
  });

  it('are nothing else', () => {
    for (const text of [
      '',
      'general',
      '#general',
      'C',
      'C5X6',
      'U',
      '5',
      'C5M',
      'C5T6',
      'C5T6g',
      'C5M9T61',
      'T1',
    ])
      expect(conversationOf(text), text).toBeUndefined();
    for (const stamp of ['', '1', '1.2', 'a.000001', '1.00000a'])
      expect(messageIdOf(stamp), stamp).toBeUndefined();
  });

  it('name the people of a direct conversation without the bot', () => {
    expect(conversationAt({ kind: 'direct', userIds: [3, 9] }, 9).id).toBe('D3');
    expect(conversationAt({ kind: 'direct', userIds: [4, 3, 9] }, 9).id).toBe('G3X4');
  });
});

it.each([
  ['*bold* _italic_ ~struck~', '**bold** *italic* ~~struck~~'],
  ['*<https://a.example/|repo>* built', '**[repo](https://a.example/)** built'],
  ['_see <https://a.example/x_y_z|this>_', '*see [this](https://a.example/x_y_z)*'],
  [
    '*<https://a.example/1|one> and <https://a.example/2|two>*',
    '**[one](https://a.example/1) and [two](https://a.example/2)**',
  ],
  ['<https://a.example/a_b_c>', 'https://a.example/a_b_c'],
  ['`*x* <https://a.example|b>` *y*', '`*x* <https://a.example|b>` **y**'],
  ['<https://a.example/|a>*b*', '[a](https://a.example/)**b**'],
  ['5 * 3 <b> &amp; \ue0027\ue003', '5 * 3 <b> & 7'],
])('Slack’s text %s is the Markdown %s', (text, markdown) => {
  expect(fromMrkdwn(text)).toBe(markdown);
});

describe('references', () => {
  const names = { users: new Map([[7, 'Ann']]), channels: new Map([[5, 'lobby']]) };

  it('in texts of apps mention people and channels of this server', () => {
    expect(referencedIn('<@U7> <#C5|x> <#C5M90> <#C6T6462> <@U7|y>')).toEqual({
      userIds: [7],
      channelIds: [5, 6],
    });
    expect(markdownOf('*Hi* <@U7> in <#C5|old>', names, false)).toBe('**Hi** @**Ann|7** in #**lobby**');
    expect(markdownOf('<@U7>', names, true)).toBe('@_**Ann|7**');
  });

  it('to others stay names, and mention nobody', () => {
    expect(markdownOf('<@U8> <@W123ABC> <!here>', names, false)).not.toMatch(/\*\*/);
  });

  it('of messages become those of Slack', () => {
    expect(mrkdwnOf('@**Ann|7** **bold** [a](https://a.example/) <b> & c')).toBe(
      '<@U7> *bold* <https://a.example/|a> &lt;b&gt; &amp; c',
    );
  });
});
