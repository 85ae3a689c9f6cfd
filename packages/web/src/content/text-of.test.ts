import { expect, it } from 'vitest';
import { textOf } from '../content/text-of.ts';

it.each([
  ['<p>one<br>\ntwo</p>\n<p>three</p>', 'one two three'],
  [
    '<ul>\n<li>a<ul>\n<li>b<h1>c</h1>\n</li>\n</ul>\n</li>\n<li>d<blockquote>\n<p>e</p>\n</blockquote></li>\n</ul>',
    'a b c d e',
  ],
  ['<p>f<br>\ng</p><div class="codehilite"><pre>h</pre></div>', 'f g h'],
  ['<p>x <img alt="a cat" class="inline-image" src="/x.webp"> y &amp; z</p>', 'x a cat y & z'],
])('%s is read out as %s', (html, text) => {
  expect(textOf(html)).toBe(text);
});
