import { code, type DialectCase, p } from './case.ts';

const row = (tag: string, cells: string[]) =>
  `<tr>\n${cells.map((cell) => `<${tag}>${cell}</${tag}>\n`).join('')}</tr>`;

/** Cases about lists, quotes, fences and tables. */
export const blocks: DialectCase[] = [
  {
    rule: 'two blanks nest a numbered list in a numbered list',
    input: '1. tea\n1. milk\n  1. oat\n1. salt',
    html: '<ol>\n<li>tea</li>\n<li>milk<ol>\n<li>oat</li>\n</ol>\n</li>\n<li>salt</li>\n</ol>',
  },
  {
    rule: 'a nested list may begin with any number',
    input: '1. tea\n  4. green\n    7. mild\n  5. black\n2. milk',
    html: '<ol>\n<li>tea<ol start="4">\n<li>green<ol start="7">\n<li>mild</li>\n</ol>\n</li>\n<li>black</li>\n</ol>\n</li>\n<li>milk</li>\n</ol>',
  },
  {
    rule: 'two blanks nest bullets under a number of two digits',
    input: '10. tea\n  - green',
    html: '<ol start="10">\n<li>tea<ul>\n<li>green</li>\n</ul>\n</li>\n</ol>',
  },
  {
    rule: 'a quote, a list and code may begin on the line of a number',
    input: '1. > a\n  > b\n2. - c\n3.     d',
    html: `<ol>\n<li>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</li>\n<li>\n<ul>\n<li>c</li>\n</ul>\n</li>\n<li>\n${code('d\n')}\n</li>\n</ol>`,
  },
  {
    rule: 'a line below a number of several digits is not cut',
    input: '123. tea\n  milk\n\n  salt',
    html: '<ol start="123">\n<li>\n<p>tea<br>\nmilk</p>\n<p>salt</p>\n</li>\n</ol>',
  },
  {
    rule: 'two blanks continue an item after an empty line',
    input: '1. tea\n\n  hot\n2. milk',
    html: '<ol>\n<li>\n<p>tea</p>\n<p>hot</p>\n</li>\n<li>\n<p>milk</p>\n</li>\n</ol>',
  },
  {
    rule: 'one blank does not nest',
    input: '- tea\n - milk',
    html: '<ul>\n<li>tea</li>\n<li>milk</li>\n</ul>',
  },
  {
    rule: 'lists nest by two blanks inside a quote',
    input: '> 1. tea\n>   1. green',
    html: '<blockquote>\n<ol>\n<li>tea<ol>\n<li>green</li>\n</ol>\n</li>\n</ol>\n</blockquote>',
  },
  {
    rule: 'a list that is indented as a whole does not nest in itself',
    input: '  1. tea\n  2. milk',
    html: '<ol>\n<li>tea</li>\n<li>milk</li>\n</ol>',
  },
  {
    rule: 'code in an item of a numbered list keeps its indentation',
    input: '1. tea\n   ```\n   a\n     b\n   ```\n2. milk',
    html: `<ol>\n<li>tea${code('a\n  b\n')}\n</li>\n<li>milk</li>\n</ol>`,
  },
  {
    rule: 'a number in a paragraph outside of lists begins a list only with 1',
    input: 'we were\n7. then',
    html: p('we were<br>\n7. then'),
  },
  {
    rule: 'the numbers of a list stay as typed',
    input: '3. tea\n7. milk\n8. salt\n7. oat',
    html: '<ol start="3">\n<li>tea</li>\n</ol>\n<ol start="7">\n<li>milk</li>\n<li>salt</li>\n</ol>\n<ol start="7">\n<li>oat</li>\n</ol>',
  },
  {
    rule: 'a list that repeats one number is numbered from there',
    input: '3. tea\n3. milk\n3. salt',
    html: '<ol start="3">\n<li>tea</li>\n<li>milk</li>\n<li>salt</li>\n</ol>',
  },
  {
    rule: 'a year at the beginning of a line is text',
    input: '1986. A great year.\n2024) too\n\n- 1999. Also',
    html: `${p('1986. A great year.<br>\n2024) too')}\n<ul>\n<li>1999. Also</li>\n</ul>`,
  },
  {
    rule: 'a year after a list is text',
    input: '7. tea\n\n1986. A great year.\n\n2. a\n3. b\n\n1999) Another.',
    html: `<ol start="7">\n<li>tea</li>\n</ol>\n${p('1986. A great year.')}\n<ol start="2">\n<li>a</li>\n<li>b</li>\n</ol>\n${p('1999) Another.')}`,
  },
  {
    rule: 'a list with lines between its items may count beyond 999',
    input: '999. tea\n  hot\n\n1000. milk',
    html: '<ol start="999">\n<li>\n<p>tea<br>\nhot</p>\n</li>\n<li>\n<p>milk</p>\n</li>\n</ol>',
  },
  {
    rule: 'a list may count beyond 999',
    input: '999. tea\n1000. milk',
    html: '<ol start="999">\n<li>tea</li>\n<li>milk</li>\n</ol>',
  },
  {
    rule: 'no line break separates the text of an item from a block beside it',
    input: '- a\n  > b\n- c\n  ```\n  d\n  ```\n  e\n- f\n  # g',
    html: `<ul>\n<li>a<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n<li>c${code('d\n')}e</li>\n<li>f<h1>g</h1>\n</li>\n</ul>`,
  },
  {
    rule: 'items with different bullets are one list',
    input: '* tea\n- milk\n+ salt',
    html: '<ul>\n<li>tea</li>\n<li>milk</li>\n<li>salt</li>\n</ul>',
  },
  {
    rule: 'a fence with marks at the end of its line is text, and what follows is shown',
    input: '~~~~ stop ~~~~\ngo **on**',
    html: p('~~~~ stop ~~~~<br>\ngo <strong>on</strong>'),
  },
  {
    rule: 'a fence of backticks that closes on its line is code in a line',
    input: '``` stop ```\n\ngo on',
    html: `${p('<code> stop </code>')}\n${p('go on')}`,
  },
  {
    rule: 'a block of code ends with a fence of the same length only',
    input: '```\na\n````\nb\n```\nc',
    html: `${code('a\n````\nb\n')}\n${p('c')}`,
  },
  {
    rule: 'quotes in quotes close one after the other',
    input: '~~~quote\na\n~~~quote\nb\n~~~\nc\n~~~\nd',
    html: '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>\n</blockquote>\n<p>d</p>',
  },
  {
    rule: 'blanks at the ends of lines of code, and blank lines around it, are left out',
    input: '```\n\nx = 1  \n\t\n  y = 2\t\n\n```',
    html: code('x = 1\n\n  y = 2\n'),
  },
  {
    rule: 'tex and latex blocks are code',
    input: '```tex\n\\alpha\n```\n```latex\n\\beta\n```',
    html: '<div class="codehilite" data-code-language="TeX"><pre><span></span><code><span class="k">\\alpha</span>\n</code></pre></div>\n<div class="codehilite" data-code-language="TeX"><pre><span></span><code><span class="k">\\beta</span>\n</code></pre></div>',
  },
  {
    rule: 'py2 is Python 2.x',
    input: '```py2\nx\n```',
    html: '<div class="codehilite" data-code-language="Python 2.x"><pre><span></span><code>x\n</code></pre></div>',
  },
  {
    rule: 'PHP inside other languages has names of its own',
    input: '```html+php\n$a\n```',
    html: '<div class="codehilite" data-code-language="HTML+PHP"><pre><span></span><code><span class="nv">$a</span>\n</code></pre></div>',
  },
  {
    rule: 'a script that names its interpreter is highlighted, without a language attribute',
    input: '```\n#!/usr/bin/env python3\nNone\n```',
    html: code('<span class="c1">#!/usr/bin/env python3</span>\n<span class="kc">None</span>\n'),
  },
  { rule: 'a quote mark alone is text', input: '>', html: p('&gt;') },
  {
    rule: 'the last of several quote marks alone is text',
    input: '>>>',
    html: '<blockquote>\n<blockquote>\n<p>&gt;</p>\n</blockquote>\n</blockquote>',
  },
  {
    rule: 'quote marks alone quote the text below them',
    input: '>\n>\nlater\nstill\n\nafter',
    html: '<blockquote>\n<p>later<br>\nstill</p>\n</blockquote>\n<p>after</p>',
  },
  {
    rule: 'a table of a head alone has a body with a row of empty cells',
    input: '| a | b |\n|---|:--|',
    html: `<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: left;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td style="text-align: left;"></td>\n</tr>\n</tbody>\n</table>`,
  },
  {
    rule: 'a table ends where the text below it begins',
    input: '|a|\n|-|\n\nb',
    html: `<table>\n<thead>\n${row('th', ['a'])}\n</thead>\n<tbody>\n${row('td', [''])}\n</tbody>\n</table>\n${p('b')}`,
  },
  {
    rule: 'cells beyond the head are columns of their own',
    input: '|a|b|\n|-|:-:|\n|1|2|3 \\| 4|5|\n|6|',
    html: `<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: center;">b</th>\n<th></th>\n<th></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align: center;">2</td>\n<td>3 | 4</td>\n<td>5</td>\n</tr>\n<tr>\n<td>6</td>\n<td style="text-align: center;"></td>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>`,
  },
  {
    rule: 'a fence of an unknown language keeps the name as typed',
    input: '``` MyLang x=1\na\n```',
    html: '<div class="codehilite" data-code-language="MyLang"><pre><span></span><code>a\n</code></pre></div>',
  },
  {
    rule: 'a math block may contain longer fences',
    input: '```math\n````\n```\nx',
    html: `${p('KATEX-DISPLAY')}\n${p('x')}`,
  },
];
