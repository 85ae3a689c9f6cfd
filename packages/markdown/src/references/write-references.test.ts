import { expect, it } from 'vitest';
import { render } from '../rendering/render.ts';
import { groupMention, personMention, placeLink, quotation, shortPersonMention } from './write-references.ts';

const names = [
  'design',
  'a*b',
  'a**b',
  '*',
  'ends*',
  'x > y',
  'build@12',
  '`code` $$x$$',
  '[a](b)',
  '@**all**',
];

const html = (place: Parameters<typeof placeLink>[0]) =>
  render(`was moved from ${placeLink(place)} by`, {
    findUser: () => undefined,
    findGroup: () => undefined,
    findChannel: (name) => (name === place.channelName ? { id: place.channelId, name } : undefined),
    emoji: () => undefined,
    linkifiers: [],
    publicUrl: 'http://parley.test',
    imagePreviews: false,
  }).html;

const encoded = (name: string) =>
  encodeURIComponent(name)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.');

it('links to the topic, whatever its names contain', () => {
  for (const channelName of [...names, '𠀋'.repeat(60)]) {
    for (const topic of [...names, '', '𠀋'.repeat(60)]) {
      for (const messageId of [undefined, 34]) {
        const shown = html({ channelId: 7, channelName, topic, ...(messageId && { messageId }) });
        const near = messageId === undefined ? '' : `/near/${messageId}`;
        const address = `/#narrow/channel/7-${encoded(channelName.replaceAll(' ', '-'))}/topic/${encoded(topic)}${near}`;
        expect(shown).toContain(`href="${address}"`);
        expect(shown).toMatch(/^<p>was moved from <a [^>]*>#.*<\/a> by<\/p>$/);
        expect(shown.replace(/<[^>]*>/g, '')).toContain(
          `#${channelName} > ${topic}`.replaceAll('>', '&gt;').trim(),
        );
      }
    }
  }
});

it('has the short form when the renderer recognizes that form', () => {
  const place = { channelId: 7, channelName: 'design', topic: 'a new icon' };
  expect(placeLink(place)).toBe('#**design>a new icon**');
  expect(placeLink({ ...place, messageId: 34 })).toBe('#**design>a new icon@34**');
  expect(placeLink({ ...place, topic: '' })).toBe('#**design>**');
});

it('mentions with the ID where the name alone would mention somebody else', () => {
  const person = { userId: 17, fullName: 'Jane Roe | Sales' };
  expect(shortPersonMention(person, true)).toBe('@**Jane Roe | Sales**');
  expect(shortPersonMention(person, false)).toBe('@**Jane Roe | Sales|17**');
  expect(shortPersonMention({ userId: 17, fullName: 'all' }, true)).toBe('@**all|17**');
  expect(personMention(person, true)).toBe('@_**Jane Roe | Sales|17**');
  // Names that are older than the rules for names.
  expect(personMention({ userId: 17, fullName: 'a**b' })).toBe('@**|17**');
  expect(groupMention({ groupId: 20, name: 'a*b' })).toBe('@*|20*');
  expect(groupMention({ groupId: 20, name: '|12' }, true)).toBe('@_*|20*');
});

it('quotes a text with a longer fence than any in it', () => {
  expect(quotation('a')).toBe('```quote\na\n```');
  expect(quotation('````\na\n````')).toBe('`````quote\n````\na\n````\n`````');
  expect(quotation('```js\nunfinished')).toBe('````quote\n```js\nunfinished\n```\n````');
});
