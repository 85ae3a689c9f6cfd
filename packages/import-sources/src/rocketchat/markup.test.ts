import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computed, shown } from '../../test/memory-source.ts';
import { expectNothingActive } from '../../test/rendering.ts';
import { writeText } from '../text/write.ts';
import { parseMarkup } from './markup.ts';
import { RocketChatNames } from './names.ts';

const ann = { _id: 'annannannannann01' };
const ben = { _id: 'benbenbenbenben02' };

describe('parseMarkup', () => {
  const names = new RocketChatNames();
  names.people.set(ann._id, 'Ann').set(ben._id, 'Ben');
  names.usernames.set('ann', ann._id).set('ben.smith', ben._id);
  names.channels.set('GENERAL', 'general');
  names.channelNames.set('general', 'GENERAL');
  names.emoji.add('parrot');
  const convert = (source: string): string => shown(writeText(parseMarkup(source, names)));

  it.each([
    ['*bold* **bold** _it_ __it__ ~s~ ~~s~~ `c`', '**bold** **bold** *it* *it* ~~s~~ ~~s~~ `c`'],
    ['*bold _both_*', '**bold *both***'],
    ['snake_case_name', 'snake_case_name'],
    ['\\*no\\*', '`*no*`'],
    ['@ann, @ben.smith. @nobody @all', `{person ${ann._id}}, {person ${ben._id}}. @nobody {all of channel}`],
    ['#general. #other', '{channel GENERAL}. #other'],
    [
      '[a *b*](https://a.example/) <https://a.example/|c> <https://a.example/>',
      '[a &#42;b&#42;](https://a.example/) [c](https://a.example/) https://a.example/',
    ],
    ['*https://a.example/x*', '**https://a.example/x**'],
    ['[x](javascript:alert(1))', 'x (javascript:alert(1))'],
    ['https://chat.example/channel/general?msg=abcdefghijklmnopq', '{message abcdefghijklmnopq}'],
    [':smile: :parrot: :nonesuch:', ':big_smile: :parrot: :nonesuch:'],
    ['<t:1600000000:R>', '<time:2020-09-13T12:26:40Z>'],
    ['```js\na *b*\n```\nafter', '```js\na *b*\n```\nafter'],
    ['> said\n> more\nafter', '```quote\nsaid\nmore\n```\nafter'],
    ['# Title\ntext', '# Title\n\ntext'],
    ['- a\n- *b*', '- a\n- **b**'],
    ['2. a\n3. b', '2. a\n3. b'],
    ['a\nb\n\nc', 'a\nb\n\nc'],
    ['@**all**', '@**all**'.replace('@', '@\u2060')],
  ])('converts %j', (source, expected) => {
    expect(convert(source)).toBe(expected);
  });

  it('never fails, and never makes active what was not', () => {
    const source = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '*',
            '**',
            '_',
            '__',
            '~',
            '~~',
            '`',
            '```',
            '\n',
            '> ',
            '- ',
            '1. ',
            '# ',
            '[',
            '](',
            ')',
            '<',
            '|',
            '>',
            ' ',
            'a',
            '\\',
          ),
          fc.constantFrom(
            '@**a**',
            '@*a*',
            '#**a>b**',
            '$$',
            '[a](javascript:x)',
            '<https://a.example|b>',
            'https://a.example/*',
            ':tada:',
            '<t:1>',
          ),
          fc.string(),
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(source, (value) => {
        const content = writeText(parseMarkup(value, new RocketChatNames()));
        if (typeof content !== 'string') return;
        expectNothingActive(content);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '*',
    '_*',
    '`',
    '```\n',
    '[',
    '[a](',
    '<https://',
    '@a',
    ':a',
    '> ',
    '- a\n',
    '*a ',
    'https://a.example ',
  ])('reads a long text of %j quickly', (piece) => {
    expect(computed(() => writeText(parseMarkup(piece.repeat(40_000 / piece.length), names)))).toBeLessThan(
      2_000,
    );
  });
});
