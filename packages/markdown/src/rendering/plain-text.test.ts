import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['<p>Hello <strong>you</strong> &amp; me</p>', 'Hello you & me'],
  ['<p>one<br>\ntwo</p>\n<p>three</p>', 'one\ntwo\nthree'],
  ['<ul>\n<li>a</li>\n<li>b</li>\n</ul>', 'a\nb'],
  [
    '<p><span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span>!</p>',
    '👍!',
  ],
  ['<p><img alt=":parrot:" class="emoji" src="/x.png" title="parrot"></p>', ':parrot:'],
  [
    '<div class="spoiler-block"><div class="spoiler-header"><p>Guess</p></div><div class="spoiler-content" aria-hidden="true"><p>the answer</p></div></div>',
    'Guess\n(…)',
  ],
  ['<p>&lt;script&gt;alert(1)&lt;/script&gt; &#x1f600; &#0;</p>', '<script>alert(1)</script> 😀 &#0;'],
  [
    '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">a^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span><span>a</span>2</span></span></span>!</p>',
    'So a^2!',
  ],
  [
    '<ul>\n<li>a<ul>\n<li>b<h1>c</h1>\n</li>\n</ul>\n</li>\n<li>d<blockquote>\n<p>e</p>\n</blockquote>\n</li>\n</ul>',
    'a\nb\nc\nd\ne',
  ],
  ['<p>x <img alt="a cat" class="inline-image" src="/x.webp"> y</p>', 'x a cat y'],
  ['', ''],
])('%s is shown as %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});
