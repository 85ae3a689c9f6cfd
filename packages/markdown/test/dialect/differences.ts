import { type DialectCase, link, p } from './case.ts';

/** A rule in which this renderer differs on purpose from other servers of this API, what they do, and why it differs. */
export type Difference = DialectCase & { others: string; reason: string };

/** All deliberate differences. Any other difference is a fault. */
export const differences: Difference[] = [
  {
    rule: 'a backslash takes the meaning from the mark after it',
    input: '\\*a\\*',
    html: p('\\*a\\*'),
    others: 'emphasize `a\\`',
    reason: 'people who type a backslash there do not want emphasis; what they typed is shown',
  },
  {
    rule: 'a bar after a backslash belongs to the cell',
    input: '|a \\| b|\n|-|',
    html: '<table>\n<thead>\n<tr>\n<th>a | b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n</tr>\n</tbody>\n</table>',
    others: 'show the backslash, too',
    reason: 'pasted cells of spreadsheets may contain bars, and there is no other way to write them',
  },
  {
    rule: 'character references are shown as typed',
    input: '&lt;b&gt; &copy;',
    html: p('&amp;lt;b&amp;gt; &amp;copy;'),
    others: 'decode them',
    reason: 'people who write about HTML mean them; clients write them in the text of links only',
  },
  {
    rule: 'character references in the text of a link are decoded',
    input: '[a &#91;b&#93;](https://a.example.com)',
    html: p(link('https://a.example.com', 'a [b]')),
    others: 'decode them everywhere',
    reason: 'clients write links to topics with marks in their names in this way',
  },
  {
    rule: 'the numbers of a list stay as typed',
    input: '3. a\n7. b',
    html: '<ol start="3">\n<li>a</li>\n</ol>\n<ol start="7">\n<li>b</li>\n</ol>',
    others: 'number the second item 4',
    reason: 'people refer to the numbers that they typed',
  },
  {
    rule: 'a number of four or more digits begins no list',
    input: '1986. A great year',
    html: p('1986. A great year'),
    others: 'begin a list with 1986',
    reason: 'a sentence may begin with a year',
  },
  {
    rule: 'a number with a bracket begins a list',
    input: '1) a\n2) b',
    html: '<ol>\n<li>a</li>\n<li>b</li>\n</ol>',
    others: 'show text',
    reason: 'it is a common way to number things, and reads the same either way',
  },
  {
    rule: 'cells beyond the head are shown',
    input: '|a|\n|-|\n|b|c|',
    html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>',
    others: 'leave them out',
    reason: 'nothing that people write disappears',
  },
  {
    rule: 'marks with blanks inside do not make text strong',
    input: '2 ** 3 ** 4',
    html: p('2 ** 3 ** 4'),
    others: 'make ` 3 ` strong',
    reason: 'such marks are mostly operators',
  },
  {
    rule: 'emphasis may contain strong text',
    input: '*a **b** c*',
    html: p('<em>a <strong>b</strong> c</em>'),
    others: 'show the outer asterisks',
    reason: 'people mean both',
  },
  {
    rule: 'the text of a link may be emphasized',
    input: '[**a**](https://a.example.com)',
    html: p('<a href="https://a.example.com"><strong>a</strong></a>'),
    others: 'show the asterisks',
    reason: 'people mean both',
  },
  {
    rule: 'marks that have no counterpart of their length stay text',
    input: '@**Iago*',
    html: p('@**Iago*'),
    others: 'emphasize `Iago` after an asterisk',
    reason: 'a half-typed mention looks as it was typed',
  },
  {
    rule: 'abbreviations of time zones are read',
    input: '<time:31 Jan 2026 5:30 am IST>',
    html: p('<time datetime="2026-01-31T00:00:00Z">31 Jan 2026 5:30 am IST</time>'),
    others: 'read some of them',
    reason: 'a time that everybody reads in the same way is worth more than an error',
  },
  {
    rule: 'blanks at the ends of the lines of a paragraph are left out',
    input: '- a  \n  b ',
    html: '<ul>\n<li>a<br>\nb</li>\n</ul>',
    others: 'keep some of them',
    reason: 'no client shows them, and some would show them as an indentation',
  },
  {
    rule: 'three asterisks are strong text in emphasis',
    input: '***a***',
    html: p('<em><strong>a</strong></em>'),
    others: 'write emphasis in strong text',
    reason: 'CommonMark nests in this order, and it looks the same',
  },
  {
    rule: 'emoji of the newest version of Unicode are emoji',
    input: '\u{1F426}\u200D\u{1F525}',
    html: p(
      '<span aria-label="phoenix" class="emoji emoji-1f426-200d-1f525" role="img" title="phoenix">:phoenix:</span>',
    ),
    others: 'show their characters',
    reason:
      'people choose them on their keyboards; clients without a picture show the characters of the code',
  },
  {
    rule: 'an emoji has its common names, too',
    input: ':fried_egg:',
    html: p(
      '<span aria-label="fried egg" class="emoji emoji-1f373" role="img" title="fried egg">:fried_egg:</span>',
    ),
    others: 'know one name of each emoji',
    reason: 'people type the names that they know from other tools',
  },
  {
    rule: 'an address after a sign is a link',
    input: 'src=http://a.example.com/x.js<b>',
    html: p(`src=${link('http://a.example.com/x.js')}&lt;b&gt;`),
    others: 'show text after some signs',
    reason: 'people write `url=https://…`, and want to open it',
  },
  {
    rule: 'what follows an unknown scheme is no address',
    input: 'javascript:foo.com about:blank.com',
    html: p('javascript:foo.com about:blank.com'),
    others: 'link `foo.com`',
    reason: 'a part of an address leads somewhere else than the whole',
  },
  {
    rule: 'a mention may follow a letter of a script without blanks between words',
    input: '資料を@**Iago**さんへ',
    html: p('資料を<span class="user-mention" data-user-id="5">@Iago</span>さんへ'),
    others: 'show text',
    reason: 'people who write these scripts type no blank there, and would notify nobody',
  },
  {
    rule: 'code has classes for what has a color',
    input: '```python\ndef f(x):\n    y = 1\n```',
    html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">def</span> <span class="nf">f</span>(x)<span class="o">:</span>\n    y <span class="o">=</span> <span class="mi">1</span>\n</code></pre></div>',
    others: 'have one for each name and bracket, too',
    reason: 'they double the length of messages, and no style sheet of a client colors them',
  },
];
