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
];
