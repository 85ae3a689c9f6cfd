import { expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { limits } from '../limits.ts';
import { render } from '../rendering/render.ts';
import { linkPreviewHtml } from './link-preview.ts';

const context = createContext();
const previewLinks = (content: string) => render(content, context).previewLinks;

it.each([
  ['look at https://a.example/page', ['https://a.example/page']],
  ['[a page](https://a.example/page?x=1#part)', ['https://a.example/page?x=1#part']],
  ['https://a.example/ and again https://a.example/', ['https://a.example/']],
  ['* https://a.example/1\n* https://a.example/2', ['https://a.example/1', 'https://a.example/2']],
  ['no link', []],
  ['`https://a.example/`\n```\nhttps://a.example/\n```', []],
  ['> https://a.example/', []],
  ['```quote\nhttps://a.example/\n```', []],
  ['```spoiler title\nhttps://a.example/\n```\nhttps://b.example/', ['https://b.example/']],
  ['https://a.example/cat.png', []],
  ['mailto:a@a.example ftp://a.example/x', []],
  ['https://leo:secret@a.example/', []],
  [`https://a.example/${'x'.repeat(2_000)}`, []],
])('%j has links to preview: %j', (content, links) => {
  expect(previewLinks(content)).toEqual(links);
});

it('a link to this server has no preview', () => {
  expect(previewLinks(`${context.publicUrl}/help and ${context.publicUrl}/#narrow/channel/1-a`)).toEqual([]);
});

it('a message has only a few links to preview', () => {
  const many = Array.from({ length: 20 }, (_, n) => `https://a.example/${n}`).join(' ');
  expect(previewLinks(many)).toHaveLength(limits.linkPreviews);
});

it('a preview has the HTML that clients expect, with every text escaped', () => {
  expect(
    linkPreviewHtml({
      url: 'https://a.example/?a=1&b="x"',
      title: '<script>alert(1)</script>',
      description: '"quoted" & more',
      picture: '/external_content/ab/cd");color:red(',
    }),
  ).toBe(
    '<div class="message_embed"><a class="message_embed_image" href="https://a.example/?a=1&amp;b=&quot;x&quot;" ' +
      'style="background-image: url(&quot;/external_content/ab/cd%22%29;color:red%28&quot;)"></a>' +
      '<div class="data-container"><div class="message_embed_title">' +
      '<a href="https://a.example/?a=1&amp;b=&quot;x&quot;" title="&lt;script&gt;alert(1)&lt;/script&gt;">' +
      '&lt;script&gt;alert(1)&lt;/script&gt;</a></div>' +
      '<div class="message_embed_description">&quot;quoted&quot; &amp; more</div></div></div>',
  );
});
