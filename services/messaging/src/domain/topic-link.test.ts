import { render } from '@parley/markdown';
import { expect, it } from 'vitest';
import { placeLink } from './topic-link.ts';

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
