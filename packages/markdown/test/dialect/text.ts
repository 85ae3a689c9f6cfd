import { type DialectCase, p } from './case.ts';

const smile = '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span>';
const time = (datetime: string, text: string) => p(`<time datetime="${datetime}">${text}</time>`);

/** Cases about emphasis, code spans, emoticons, formulas and times. */
export const text: DialectCase[] = [
  { rule: 'underscores are never emphasis', input: '_a_ __init__ ___x___', html: p('_a_ __init__ ___x___') },
  { rule: 'underscores do not end emphasis', input: '*a_ b_*', html: p('<em>a_ b_</em>') },
  { rule: 'asterisks emphasize inside words', input: 'un*frigging*real', html: p('un<em>frigging</em>real') },
  {
    rule: 'emphasis ends with its line',
    input: 'a **b\nc** *d\ne* ~~f\ng~~',
    html: p('a **b<br>\nc** *d<br>\ne* ~~f<br>\ng~~'),
  },
  {
    rule: 'emphasis inside one line of several is kept',
    input: '**a**\n*b* **c\n~~d~~**',
    html: p('<strong>a</strong><br>\n<em>b</em> **c<br>\n<del>d</del>**'),
  },
  {
    rule: 'emphasis inside a link ends with its line',
    input: '[**a\nb** **c**](https://a.example.com)',
    html: p('<a href="https://a.example.com">**a<br>\nb** <strong>c</strong></a>'),
  },
  {
    rule: 'strikethrough may have blanks inside',
    input: 'a ~~ b ~~ c',
    html: p('a <del> b </del> c'),
  },
  {
    rule: 'only two tildes strike through',
    input: '~a~ ~~~b~~~ ~~~~c~~~~',
    html: p('~a~ ~~~b~~~ ~~~~c~~~~'),
  },
  { rule: 'unpaired tildes stay', input: '~~a~~ b~~', html: p('<del>a</del> b~~') },
  {
    rule: 'strong and strikethrough do not cross',
    input: '**a ~~b** c~~',
    html: p('<strong>a ~~b</strong> c~~'),
  },
  {
    rule: 'code in a line keeps the blanks at its ends',
    input: '` a ` `` b` ``',
    html: p('<code> a </code> <code> b` </code>'),
  },
  { rule: 'a pointer is no emphasis', input: 'int *a = (int *)b', html: p('int *a = (int *)b') },
  { rule: 'a face of dollars is no formula', input: 'pay $$_$$ now', html: p('pay $$_$$ now') },
  { rule: 'a formula may have an underscore later', input: '$$a_b$$', html: p('KATEX') },
  {
    rule: 'an emoticon between punctuation is translated',
    input: 'yes!:)? [:(] ":)"',
    html: p(
      `yes!${smile}? [<span aria-label="frown" class="emoji emoji-1f641" role="img" title="frown">:frown:</span>] &quot;${smile}&quot;`,
    ),
    context: { translateEmoticons: true },
  },
  {
    rule: 'an emoticon beside a letter or a slash stays',
    input: 'a:) :)b /:)',
    html: p('a:) :)b /:)'),
    context: { translateEmoticons: true },
  },
  {
    rule: 'IST is India’s time',
    input: '<time:3 Mar 2021 4:15 am IST>',
    html: time('2021-03-02T22:45:00Z', '3 Mar 2021 4:15 am IST'),
  },
  {
    rule: 'abbreviations of zones are read without regard to case',
    input: '<time:2021-03-03 12:00 cest>',
    html: time('2021-03-03T10:00:00Z', '2021-03-03 12:00 cest'),
  },
  {
    rule: 'a time that cannot be read stays as it was typed',
    input: '<time:<b>>',
    html: p('&lt;time:&lt;b&gt;&gt;'),
  },
];
