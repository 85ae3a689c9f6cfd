import { type DialectCase, link, p } from './case.ts';

const deep = 'https://a.example.com/(b(c(d(e(f)e)d)c)b)x';

/** Cases about where an address in a text starts and ends. */
export const addresses: DialectCase[] = [
  {
    rule: 'a user name belongs to the address',
    input: 'http://zoe@files.example.com/report',
    html: p(link('http://zoe@files.example.com/report')),
  },
  {
    rule: 'a user name and a password belong to the address',
    input: 'clone https://zoe:s3cret@git.example.com/a.git now',
    html: p(`clone ${link('https://zoe:s3cret@git.example.com/a.git')} now`),
  },
  {
    rule: 'an address with two at signs before its path is text: readers and browsers disagree about its host',
    input: 'http://bank.example.com@zoe@evil.example.org/x',
    html: p('http://bank.example.com@zoe@evil.example.org/x'),
  },
  {
    rule: 'an address whose user information cannot be read is text, not a link to its first part',
    input: 'https://bank.example.com:(pw@evil.example.org/x',
    html: p('https://bank.example.com:(pw@evil.example.org/x'),
  },
  {
    rule: 'an at sign in the path is part of the path',
    input: 'https://lists.example.com/post/17.4@mail.example.com',
    html: p(link('https://lists.example.com/post/17.4@mail.example.com')),
  },
  {
    rule: 'a colon at the end belongs to the sentence',
    input: 'copied from https://a.example.com/guide.html:',
    html: p(`copied from ${link('https://a.example.com/guide.html')}:`),
  },
  {
    rule: 'colons inside belong to the address',
    input: 'https://a.example.com/Shape::Circle::Area and b.example.com/k::v',
    html: p(
      `${link('https://a.example.com/Shape::Circle::Area')} and ${link('http://b.example.com/k::v', 'b.example.com/k::v')}`,
    ),
  },
  {
    rule: 'a question mark, an exclamation mark, a comma and a full stop at the end belong to the sentence',
    input: 'a.example.com/x? b.example.com/y! https://c.example.com/z, https://d.example.com.',
    html: p(
      `${link('http://a.example.com/x', 'a.example.com/x')}? ${link('http://b.example.com/y', 'b.example.com/y')}! ${link('https://c.example.com/z')}, ${link('https://d.example.com')}.`,
    ),
  },
  {
    rule: 'commas inside belong to the address',
    input: 'https://a.example.com/map?at=1,2,3, roughly',
    html: p(`${link('https://a.example.com/map?at=1,2,3')}, roughly`),
  },
  {
    rule: 'a quotation mark ends an address',
    input: 'say "a.example.com/x/"',
    html: p(`say &quot;${link('http://a.example.com/x/', 'a.example.com/x/')}&quot;`),
  },
  {
    rule: 'parentheses around an address are not part of it',
    input: '(see https://a.example.com/b_(c)_(d))',
    html: p(`(see ${link('https://a.example.com/b_(c)_(d)')})`),
  },
  { rule: 'pairs of parentheses nest', input: `five levels: ${deep}`, html: p(`five levels: ${link(deep)}`) },
  {
    rule: 'pairs of parentheses nest in an address without a scheme',
    input: 'a.example.com/(b(c(d)c)b)',
    html: p(link('http://a.example.com/(b(c(d)c)b)', 'a.example.com/(b(c(d)c)b)')),
  },
  {
    rule: 'parentheses eight levels deep are no address',
    input: `https://a.example.com/${'('.repeat(8)}x${')'.repeat(8)}`,
    html: p(`https://a.example.com/${'('.repeat(8)}x${')'.repeat(8)}`),
  },
  {
    rule: 'an unclosed bracket ends the address before it',
    input: '[https://a.example.com/x] https://a.example.com/y(z',
    html: p(`[${link('https://a.example.com/x')}] ${link('https://a.example.com/y')}(z`),
  },
  {
    rule: 'the address is shown as typed, with its escapes',
    input: 'https://a.example.com/?q=one%20two%22',
    html: p(link('https://a.example.com/?q=one%20two%22')),
  },
  {
    rule: 'a mail address with a path is no mail address',
    input: 'zoe@a.example.com/inbox',
    html: p('zoe@a.example.com/inbox'),
  },
  {
    rule: 'angle brackets around a mail address stay',
    input: 'Zoe <zoe@a.example.com>',
    html: p(`Zoe &lt;${link('mailto:zoe@a.example.com', 'zoe@a.example.com')}&gt;`),
  },
  { rule: 'a file name is no address', input: 'edit notes.md', html: p('edit notes.md') },
  { rule: 'dots in a row are no address', input: 'wait...is it', html: p('wait...is it') },
  {
    rule: 'an unknown scheme makes no link',
    input: 'thing://a.example.com',
    html: p('thing://a.example.com'),
  },
  {
    rule: 'underscores in an address stay',
    input: 'http://a.example.com/__x_y__/',
    html: p(link('http://a.example.com/__x_y__/')),
  },
  {
    rule: 'strong marks around an address are not part of it',
    input: '**https://a.example.com/x.** ~~https://a.example.com/y~~',
    html: p(
      `<strong>${link('https://a.example.com/x')}.</strong> <del>${link('https://a.example.com/y')}</del>`,
    ),
  },
  {
    rule: 'a link without a text shows its address',
    input: '[](https://a.example.com/x) [ ](https://a.example.com/y)',
    html: p(`${link('https://a.example.com/x')} ${link('https://a.example.com/y')}`),
  },
  {
    rule: 'a link without a text and with a forbidden target stays text',
    input: 'a [](zoe://) b',
    html: p('a [](zoe://) b'),
  },
  {
    rule: 'a link into the conversation of this server is relative',
    input:
      '[there](https://chat.example.com/#narrow/channel/7-design) https://chat.example.com/#narrow/is/starred',
    html: p(
      `${link('/#narrow/channel/7-design', 'there')} ${link('/#narrow/is/starred', 'https://chat.example.com/#narrow/is/starred')}`,
    ),
  },
  {
    rule: 'a link to a file of this server is relative',
    input: 'see https://chat.example.com/user_uploads/2/ab/notes.pdf',
    html: p(
      `see ${link('/user_uploads/2/ab/notes.pdf', 'https://chat.example.com/user_uploads/2/ab/notes.pdf')}`,
    ),
  },
  {
    rule: 'a link to another page of this server, or to a host that begins like it, stays absolute',
    input: 'https://chat.example.com/help https://chat.example.community/#narrow/is/starred',
    html: p(
      `${link('https://chat.example.com/help')} ${link('https://chat.example.community/#narrow/is/starred')}`,
    ),
  },
];
