import { expect, it } from 'vitest';
import { messageForMail } from './html.ts';

const render = (html: string) => messageForMail(html, 'https://chat.example');

it('writes emoji as characters, and leaves the organization’s own as pictures', () => {
  const emoji = (code: string) =>
    `<span aria-label="smile" class="emoji emoji-${code}" role="img" title="smile">:smile:</span>`;
  expect(render(`<p>${emoji('1f642')} ${emoji('1f1e9-1f1ea')} ${emoji('ffffff')}</p>`)).toBe(
    '<p>🙂 🇩🇪 \u{10ffff}</p>',
  );
  const own = '<img alt=":own:" class="emoji" src="/user_avatars/1.png" title="own">';
  expect(render(own)).toBe(own.replace('src="', 'src="https://chat.example'));
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

it('does not open spoilers', () => {
  const spoiler =
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>Film</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>The end</p>\n</div></div>';
  expect(render(spoiler)).toContain('<div style="display:none">\n<p>The end</p>');
});
