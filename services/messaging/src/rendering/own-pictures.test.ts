import { externalPicturePath } from '@parley/core';
import { expect, it } from 'vitest';
import { withOwnPictures, withSignedPictures } from './own-pictures.ts';

const key = 'a key of 32 or more characters for tests';
const preview = (source: string) =>
  `<div class="message_inline_image"><a href="https://a.example/x.png?a=1&amp;b=2" title="x.png"><img src="${source}"></a></div>`;
const before = `<p>look</p>\n${preview('https://a.example/x.png?a=1&amp;b=2')}`;

it('loads pictures of other hosts from this server', () => {
  const path = externalPicturePath('https://a.example/x.png?a=1&b=2', key)!;
  expect(withOwnPictures(before, key)).toBe(`<p>look</p>\n${preview(path)}`);
  expect(withOwnPictures(`${before}\n${before}`, key)).toBe(
    `<p>look</p>\n${preview(path)}\n<p>look</p>\n${preview(path)}`,
  );
});

it('shows pictures of other hosts as links when they are switched off', () => {
  expect(withOwnPictures(before, '')).toBe(
    '<p>look</p>\n<p><a href="https://a.example/x.png?a=1&amp;b=2">https://a.example/x.png?a=1&amp;b=2</a></p>',
  );
});

it('keeps all other HTML unchanged', () => {
  const others = [
    preview('/user_uploads/thumbnail/1/a.png/840x560.webp'),
    preview('/external_content/ab/cd'),
    '<p>&lt;img src="http://a.example/x.png"&gt;</p>',
    '<p><img alt=":a:" class="emoji" src="/user_avatars/1/emoji/a.png" title="a"></p>',
  ];
  for (const html of others) expect(withOwnPictures(html, key)).toBe(html);
});

it('signs pictures in blocks with the key of now, and nothing that people wrote', () => {
  const url = 'https://a.example/x.png';
  const parts = (signedBy: string) =>
    ['blocks', 'widget'].map((msg_type, id) => ({
      id,
      msg_type,
      content: JSON.stringify({ blocks: [{ type: 'image', image_url: externalPicturePath(url, signedBy) }] }),
    }));
  const [, widget] = parts('a former key of 32 or more characters');
  const [blocks] = parts(key);
  const stored = JSON.stringify(parts('a former key of 32 or more characters'));
  expect(JSON.parse(withSignedPictures(stored, key))).toEqual([blocks, widget]);
  expect(withSignedPictures(stored, '')).toBe(stored);
  expect(withSignedPictures('[{"msg_type":"blocks","content":"{}"}]', key)).toContain('"{}"');
});
