import { readFileSync } from 'node:fs';
import { plainText } from '@parley/markdown';
import { expect, it } from 'vitest';
import { shortDateTimeOf } from '../i18n/format.ts';
import { textOf } from './text-of.ts';

const time = '2026-01-31T12:00:00Z';

/** A formula as KaTeX writes it. */
const formula = (drawn: string, source: string) =>
  `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${drawn}</mrow><annotation encoding="application/x-tex">${source}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord">${drawn}</span><span>2</span></span></span></span>`;

it.each([
  ['<p>a &lt;b&gt; &amp;amp; c</p>\n<p>d</p>', 'a <b> &amp; c d'],
  [
    '<p>done <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
    'done 🎉',
  ],
  ['<p><span aria-label="de" class="emoji emoji-1f1e9-1f1ea" role="img" title="de">:de:</span>!</p>', '🇩🇪!'],
  ['<p>our <img alt=":parrot:" class="emoji" src="/p.gif" title="parrot"> here</p>', 'our parrot here'],
  ['<p><img alt=":ship_it:" class="emoji" src="/s.gif" title="ship_it">!</p>', 'ship it!'],
  [
    `<p>at <time datetime="${time}">&lt;time:noon&gt;</time>.</p>`,
    `at ${shortDateTimeOf(Date.parse(time) / 1000)}.`,
  ],
  ['<p>at <time datetime="nonsense">noon</time></p>', 'at noon'],
  [
    '<p>a</p><div class="spoiler-block"><div class="spoiler-header"><p>ending</p></div><div class="spoiler-content" aria-hidden="true"><p>he dies</p></div></div>',
    'a ending',
  ],
  ['<p>/me waves</p>', 'waves'],
  ['<p><a href="/x">one</a> two</p><ul><li>three</li><li>four</li></ul>', 'one two three four'],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1 2'],
  ['<p>a<br>b</p>', 'a b'],
  [
    '<ul>\n<li>a<ul>\n<li>b<h1>c</h1>\n</li>\n</ul>\n</li>\n<li>d<blockquote>\n<p>e</p>\n</blockquote></li>\n</ul>',
    'a b c d e',
  ],
  ['<p>f<br>\ng</p><div class="codehilite"><pre>h</pre></div>', 'f g h'],
  ['<p>x <img alt="a cat" class="inline-image" src="/x.webp"> y &amp; z</p>', 'x a cat y & z'],
  [
    `<p>so ${formula('<mi>x</mi>', 'x^2 &lt; 1')} and ${formula('<mi>y</mi>', 'y')} end</p>\n<p><span class="katex-display">${formula('<mi>z</mi>', 'z')}</span></p>`,
    'so x^2 < 1 and y end z',
  ],
  ['<p><math>x<annotation encoding="application/x-tex">x</annotation></math></p>', 'x'],
])('gives %s in words', (html, text) => {
  expect(textOf(html)).toBe(text);
});

const fixtures = new URL('../../../markdown/fixtures/cases.json', import.meta.url);
/** Rendered messages of every kind. Times, pictures, hidden texts and commands are in other words here than in mails. */
const rendered = (JSON.parse(readFileSync(fixtures, 'utf8')) as { name: string; html: string }[]).filter(
  ({ html }) => !/<time |<img |spoiler-content|^<p>\/(?:me|poll|todo) /.test(html),
);

it.each(rendered)('gives the words that the server gives: $name', ({ html }) => {
  const inOneLine = (text: string) => text.replaceAll('\ufe0f', '').replaceAll(/\s+/g, ' ').trim();
  expect(inOneLine(textOf(html))).toBe(inOneLine(plainText(html)));
});
