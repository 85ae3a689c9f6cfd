import { type RenderContext, render as renderMarkdown } from '@parley/markdown';
import { describe, expect, it } from 'vitest';
import { messageForMail } from './html.ts';
import { textForMail } from './text.ts';

const context = {
  publicUrl: 'https://chat.example',
  sender: 'Ann $& Bo',
  timeOf: (seconds: number) => `at ${seconds}`,
};
const nothing = () => undefined;
const markdown: RenderContext = {
  findUser: nothing,
  findGroup: nothing,
  findChannel: nothing,
  emoji: nothing,
  linkifiers: [],
  publicUrl: context.publicUrl,
  imagePreviews: false,
};
const render = (html: string) => messageForMail(html, context);

it('writes emoji as characters, and leaves the organization’s own as pictures', () => {
  const emoji = (code: string) =>
    `<span aria-label="smile" class="emoji emoji-${code}" role="img" title="smile">:smile:</span>`;
  expect(render(`<p>${emoji('1f642')} ${emoji('1f1e9-1f1ea')} ${emoji('ffffff')}</p>`)).toBe(
    '<p>🙂 🇩🇪 \u{10ffff}</p>',
  );
  const own = '<img alt=":own:" class="emoji" src="/user_avatars/1.png" title="own">';
  expect(render(own)).toBe(own.replace('src="', 'height="20" src="https://chat.example'));
});

it('shows links to pictures without their previews', () => {
  const link = '<p><a href="/user_uploads/1/a.png">a.png</a></p>\n';
  const preview =
    '<div class="message_inline_image"><a href="/user_uploads/1/a.png" title="a.png"><img src="/user_uploads/thumbnail/1/a.png/840x560.webp"></a></div>\n';
  const video = preview.replace('message_inline_image"', 'message_inline_image message_inline_video"');
  expect(render(`${link}${preview}${video}<p>end</p>`)).toBe(
    '<p><a href="https://chat.example/user_uploads/1/a.png">a.png</a></p>\n<p>end</p>',
  );
});

it('shows images in a line of text as links', () => {
  const image =
    '<img alt="a &amp; $1" class="inline-image" data-original-content-type="image/png" data-original-dimensions="2x2" data-original-src="/user_uploads/1/a.png" src="/user_uploads/thumbnail/1/a.png/840x560.webp">';
  expect(render(`<p>see ${image}!</p>`)).toBe(
    '<p>see <a href="https://chat.example/user_uploads/1/a.png">a &amp; $1</a>!</p>',
  );
});

it('does not contain the text of spoilers', () => {
  const spoiler =
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>Film</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<div class="codehilite"><pre>The end</pre></div>\n<div class="spoiler-content" aria-hidden="true">more</div></div></div>\n<p>after</p>';
  expect(render(spoiler)).toBe(
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>Film</p>\n</div><p>(…)</p></div>\n<p>after</p>',
  );
});

it('shows formulas once, as their source', () => {
  const { html } = renderMarkdown('Energy $$E<mc^2$$ and\n```math\na_b\n```', markdown);
  expect(html).toContain('katex-html');
  const shown = render(html);
  expect(shown).toContain('<p>Energy <code>E&lt;mc^2</code> and</p>');
  expect(shown).toContain('<code>a_b</code>');
  expect(shown).not.toContain('katex-html');
});

it('shows times for the reader, and the sender’s name in a message about themselves', () => {
  expect(render('<p><time datetime="2026-01-05T10:00:00Z">2026-01-05T11:00:00+01:00</time></p>')).toBe(
    '<p>at 1767607200</p>',
  );
  expect(render('<p>/me waves</p>')).toBe('<p>Ann $&amp; Bo waves</p>');
  expect(render('<p>Type /me waves</p>')).toBe('<p>Type /me waves</p>');
});

it('says in which direction each paragraph is written', () => {
  const mention = '<span class="user-mention" data-user-id="5">@Bo</span>';
  expect(render(`<p>${mention} שלום</p>\n<p>hello</p>`)).toBe(
    '<p dir="rtl"><span dir="ltr" class="user-mention" data-user-id="5">@Bo</span> שלום</p>\n<p dir="ltr">hello</p>',
  );
});

describe('the text of a mail', () => {
  const text = (content: string) => textForMail(content, context);

  it('shows mentions, channels, times and addresses as people read them', () => {
    expect(
      text('@**Cy|7** @_**Di** @*team* #**design** #**design>plans@12** <time:2026-01-05T10:00:00Z>'),
    ).toBe('@Cy Di @team #design #design > plans at 1767607200');
    expect(text('[a](/user_uploads/1/a.png) [b](#narrow/near/1) [c](https://x.test/) [d](//x.test)')).toBe(
      '[a](https://chat.example/user_uploads/1/a.png) [b](https://chat.example/#narrow/near/1) [c](https://x.test/) [d](//x.test)',
    );
    expect(text('/me waves')).toBe('Ann $& Bo waves');
  });

  it('does not contain the text of spoilers, and marks quotes', () => {
    expect(text('Film:\n```spoiler The @**Cy**\nend\n```py\nx\n```\n```\nafter')).toBe(
      'Film:\nThe @Cy (…)\nafter',
    );
    expect(text('~~~spoiler\nend')).toBe('(…)');
    expect(text('````quote\nsaid\n```quote\nfirst\n```\n````\nYes')).toBe('> said\n> > first\nYes');
  });

  it('shows code unchanged', () => {
    const code = '```\n@**Cy** ```spoiler\n<time:2026>\n~~~\n```\n@**Cy**';
    expect(text(code)).toBe(code.replace(/@\*\*Cy\*\*$/, '@Cy'));
  });
});
