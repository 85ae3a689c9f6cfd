import type { Message } from '@parley/client';
import { expect, it } from 'vitest';
import { isPicture, thingsIn } from './things-in-messages.ts';

const origin = 'https://chat.example';
const found = (content: string) =>
  thingsIn({ id: 1, content } as Message, origin).map(({ kind, href, name, host }) => [
    kind,
    href,
    name,
    host,
  ]);

it('finds files and links, each once', () => {
  expect(
    found(
      '<p><a href="/user_uploads/2/ab/plan.pdf">plan.pdf</a> and <a href="https://docs.example/a?b=1&amp;c=2">the <b>docs</b></a>, ' +
        '<a href="https://docs.example/a?b=1&amp;c=2">again</a></p>',
    ),
  ).toEqual([
    ['file', '/user_uploads/2/ab/plan.pdf', 'plan.pdf', undefined],
    ['link', 'https://docs.example/a?b=1&c=2', 'the docs', 'docs.example'],
  ]);
});

it('takes the name of a picture from its link, not from its preview', () => {
  const preview =
    '<div class="message_inline_image"><a href="/user_uploads/2/ab/cat.png" title="cat"><img src="/x"></a></div>';
  const link = '<p><a href="/user_uploads/2/ab/cat.png">our cat</a></p>';
  expect(found(link + preview)).toEqual([['file', '/user_uploads/2/ab/cat.png', 'our cat', undefined]]);
  expect(found(preview + link)).toEqual([['file', '/user_uploads/2/ab/cat.png', 'our cat', undefined]]);
  expect(found(preview)).toEqual([['file', '/user_uploads/2/ab/cat.png', 'cat.png', undefined]]);
});

it('leaves out links within the client, and those that are no pages', () => {
  expect(
    found(
      '<a href="#narrow/channel/1">here</a><a href="/#inbox">inbox</a><a href="mailto:a@b.example">mail</a>' +
        '<a href="javascript:alert(1)">no</a><a href="https://">broken</a>',
    ),
  ).toEqual([]);
});

it('knows pictures by their names', () => {
  expect(isPicture('a.PNG')).toBe(true);
  expect(isPicture('a.pdf')).toBe(false);
});
