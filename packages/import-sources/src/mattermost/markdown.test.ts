import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computed, shown } from '../../test/memory-source.ts';
import { expectNothingActive } from '../../test/rendering.ts';
import { writeText } from '../text/write.ts';
import { parseMattermost } from './markdown.ts';
import { MattermostNames } from './names.ts';

const names = new MattermostNames();
names.people.set('ann', 'Ann');
names.people.set('ben.smith', 'Ben');
names.people.set('dot.', 'Dot');
names.channels.set('acme/town-square', 'Town Square');
const convert = (source: string): string => shown(writeText(parseMattermost(source, names, 'acme')));

describe('parseMattermost', () => {
  it.each([
    ['**bold** _italic_ *italic* ~~strike~~ `code`', '**bold** *italic* *italic* ~~strike~~ `code`'],
    ['__bold _both___', '**bold *both***'],
    ['snake_case_name', 'snake_case_name'],
    ['\\*plain\\* and 2 * 3', '`*plain*` and 2 * 3'],
    ['a\nb', 'a\nb'],
    ['# Title\ntext', '# Title\n\ntext'],
    ['- a\n  - b\n- c', '- a\n  - b\n- c'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['- [ ] todo', '- [ ] todo'],
    ['> quote\n> more\n\nafter', '```quote\nquote\nmore\n```\nafter'],
    ['```go\nfmt.Println("*x*")\n```', '```go\nfmt.Println("*x*")\n```'],
    ['```latex\nx^2\n```', '```math\nx^2\n```'],
    ['| a | b |\n|---|---|\n| 1 | `2` |', '| a | b |\n| --- | --- |\n| 1 | `2` |'],
    ['[label](https://a.example/x_(y))', '[label](https://a.example/x_%28y%29)'],
    ['![pic](https://a.example/p.png =300x200)', '[pic](https://a.example/p.png)'],
    ['https://a.example/a_b_c', 'https://a.example/a_b_c'],
    ['[x](javascript:alert(1))', '[x]\u2060(javascript:alert(1))'],
    ['@ann, @Ben.Smith. @nobody @dot.', '{person ann}, {person ben.smith}. @nobody {person dot.}'],
    ['@all @here @channel', '{all of channel} {all of channel} {all of channel}'],
    ['mail ann@ann.example and `@ann`', 'mail ann@ann.example and `@ann`'],
    ['~town-square and ~other', '{channel acme/town-square} and ~other'],
    [':+1: :slightly_smiling_face: :custom:', ':+1: :smile: :custom:'],
    ['---', '---'],
    ['<b>html</b> &amp; &lt;', '<b>html</b> & <'],
    ['@**all**', '@\u2060**all**'],
  ])('converts %j', (source, expected) => {
    expect(convert(source)).toBe(expected);
  });

  const source = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '*',
          '_',
          '~~',
          '`',
          '```',
          '<',
          '>',
          '|',
          '@',
          '#',
          '\\',
          '\n',
          '\n\n',
          ' ',
          '    ',
          'a',
          '**',
          '@**all**',
          '- ',
          '1. ',
        ),
        fc.constantFrom(
          '[a](javascript:x)',
          '[',
          '](',
          ')',
          '![',
          '$$',
          ':tada:',
          '@*',
          '#**x>y**',
          '|---|',
          '&#42;',
          '<time:1>',
        ),
        fc.string(),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('never fails, and never makes active what was not', () => {
    fc.assert(
      fc.property(source, (value) => {
        const content = writeText(parseMattermost(value, new MattermostNames(), undefined));
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
    '[',
    '](',
    '![',
    '> ',
    '- ',
    '| a ',
    '<a',
    '@a ',
    ':a',
    '~~',
    '\\',
    '- - ',
    '&#',
    '`` ` ',
  ])('reads a long text of %j quickly', (piece) => {
    expect(
      computed(() => writeText(parseMattermost(piece.repeat(60_000 / piece.length), names, 'acme'))),
    ).toBeLessThan(2_000);
  });
});
