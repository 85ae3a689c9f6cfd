import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computed, shown } from '../../test/memory-source.ts';
import { expectNothingActive } from '../../test/rendering.ts';
import { writeText } from '../text/write.ts';
import { attachments } from './attachments.ts';
import { blockKit } from './block-kit.ts';
import { parseMrkdwn } from './mrkdwn.ts';
import { SlackNames } from './names.ts';

const names = new SlackNames();
names.people.set('U1', 'Ann');
names.channels.set('C1', 'general');
names.groups.set('S1', 'team');
names.emoji.add('parrot');

const convert = (source: string): string => shown(writeText(parseMrkdwn(source, names)));

describe('parseMrkdwn', () => {
  it.each([
    ['*bold* _italic_ ~strike~ `code`', '**bold** *italic* ~~strike~~ `code`'],
    ['*bold _both_ bold*', '**bold *both* bold**'],
    ['_*~all~*_', '~~***all***~~'],
    ['snake_case_name and 2*3*4', 'snake_case_name and `2*3*4`'],
    ['* not bold *', '* not bold *'],
    ['*a\nb*', '*a\nb*'],
    ['(*bold*)', '(**bold**)'],
    ['"_quoted_"', '"*quoted*"'],
    ['<@U1> and <@U9|Zoe> and <@U9>', '{person U1} and @Zoe and @U9'],
    ['<#C1|general> <#C9|secret>', '{channel C1} #secret'],
    ['<!here> <!channel> <!everyone>', '{all of channel} {all of channel} {all of channel}'],
    ['<!subteam^S1|@team> <!subteam^S9|@others>', '{group S1} @others'],
    ['<!date^1392734382^{date_num}|Feb 18>', '<time:2014-02-18T14:39:42Z>'],
    ['<!date^nonsense^{date}|some day>', 'some day'],
    ['<https://a.example/?x=1&amp;y=2>', 'https://a.example/?x=1&y=2'],
    ['<https://a.example/|a *link*>', '[a &#42;link&#42;](https://a.example/)'],
    ['*<https://a.example/|link>*', '**[link](https://a.example/)**'],
    ['<mailto:ann@a.example|ann@a.example>', 'ann@a.example'],
    ['<javascript:alert(1)|x>', 'x (javascript:alert(1))'],
    ['<https://x.slack.com/archives/C0000001/p1512085950000216>', '{message C0000001:1512085950.000216}'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['&amp;lt;', '&lt;'],
    ['`a &lt; b`', '`a < b`'],
    ['`*x*`', '`*x*`'],
    ['```x = *p;\n&lt;b&gt;```', '```\nx = *p;\n<b>\n```'],
    ['a ```b``` c', 'a\n```\nb\n```\nc'],
    ['&gt; quoted\n&gt; more\nplain', '```quote\nquoted\nmore\n```\nplain'],
    ['&gt;&gt;&gt; all\nof it', '```quote\nall\nof it\n```'],
    [':tada: :parrot: :nonesuch: :+1::skin-tone-3:', ':tada: :parrot: :nonesuch: :+1:'],
    [':x: :smile:', ':cross_mark: :big_smile:'],
    ['@**all** is no mention', '`@**all**` is no mention'],
    ['*a `b` c*', '**a `b` c**'],
  ])('converts %j', (source, expected) => {
    expect(convert(source)).toBe(expected);
  });

  const source = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '*',
          '_',
          '~',
          '`',
          '```',
          '<',
          '>',
          '|',
          '@',
          '#',
          '!',
          '&lt;',
          '&amp;',
          '&gt;',
          '\n',
          ' ',
          'a',
          '**',
          '@**all**',
        ),
        fc.constantFrom(
          '<@U9>',
          '<!here>',
          '<javascript:x|y>',
          '<https://a.example|b>',
          ':tada:',
          '$$',
          '](',
          '[',
          '<!date^',
          '^',
        ),
        fc.string(),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('never fails, and never makes active what was not', () => {
    fc.assert(
      fc.property(source, (value) => {
        const content = writeText(parseMrkdwn(value.replaceAll('<!here>', ''), new SlackNames()));
        expect(typeof content).toBe('string');
        expectNothingActive(String(content));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['*', '_*', '`', '```', '<', '<@', '&lt;', '> ', ':a', '*a ', '~a~', '<a|b>', '\n> '])(
    'reads a long text of %j quickly',
    (piece) => {
      expect(computed(() => writeText(parseMrkdwn(piece.repeat(40_000 / piece.length), names)))).toBeLessThan(
        2_000,
      );
    },
  );
});

describe('blocks and attachments', () => {
  it('reads rich text with nested lists, quotes and code', () => {
    const section = (...elements: object[]): object => ({ type: 'rich_text_section', elements });
    const text = (value: string, style?: object): object => ({ type: 'text', text: value, style });
    const blocks = blockKit(
      [
        {
          type: 'rich_text',
          elements: [
            section(
              text('Hello '),
              { type: 'user', user_id: 'U1' },
              text(' bold', { bold: true, italic: true }),
            ),
            { type: 'rich_text_list', style: 'ordered', indent: 0, elements: [section(text('one'))] },
            { type: 'rich_text_list', style: 'bullet', indent: 1, elements: [section(text('inner'))] },
            {
              type: 'rich_text_list',
              style: 'ordered',
              indent: 0,
              offset: 1,
              elements: [section(text('two'))],
            },
            { type: 'rich_text_quote', elements: [text('said')] },
            { type: 'rich_text_preformatted', elements: [text('x *y*')] },
            section(
              { type: 'emoji', name: 'unknown', unicode: '1f389' },
              { type: 'broadcast', range: 'here' },
            ),
          ],
        },
      ],
      names,
    );
    expect(shown(writeText(blocks))).toBe(
      'Hello {person U1} ***bold***\n\n1. one\n  - inner\n2. two\n\n```quote\nsaid\n```\n```\nx *y*\n```\n:tada:{all of channel}',
    );
  });

  it('reads Block Kit as text', () => {
    const blocks = blockKit(
      [
        { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '*done* <@U1>' },
          fields: [{ type: 'mrkdwn', text: '*Where:*\nhere' }],
          accessory: {
            type: 'button',
            text: { type: 'plain_text', text: 'Open' },
            url: 'https://a.example/',
          },
        },
        { type: 'divider' },
        {
          type: 'context',
          elements: [
            { type: 'image', image_url: 'https://a.example/i.png', alt_text: 'icon' },
            { type: 'mrkdwn', text: 'by _ci_' },
          ],
        },
        {
          type: 'actions',
          elements: [{ type: 'button', text: { type: 'plain_text', text: 'Approve' }, value: '1' }],
        },
      ],
      names,
    );
    expect(shown(writeText(blocks))).toBe(
      '### Deploy\n\n**done** {person U1}\n\n**Where:**\nhere\n\n[Open](https://a.example/)\n\n---\n\n[icon](https://a.example/i.png) by *ci*\n\n[Approve]',
    );
  });

  it('quotes attachments and leaves previews of links out', () => {
    const blocks = attachments(
      [
        {
          pretext: 'New *build*',
          author_name: 'CI',
          title: 'Build 7',
          title_link: 'https://ci.example/7',
          text: 'It `works`',
          fields: [{ title: 'Branch', value: 'main', short: true }],
          footer: 'ci',
        },
        { from_url: 'https://a.example/', title: 'A page', text: 'preview' },
        {
          is_msg_unfurl: true,
          from_url: 'https://x.slack.com/archives/C0000001/p1512085950000216',
          author_id: 'U1',
          text: 'shared',
        },
      ],
      names,
    );
    expect(shown(writeText(blocks))).toBe(
      'New **build**\n```quote\nCI\n\n**[Build 7](https://ci.example/7)**\n\nIt `works`\n\n**Branch**\n\nmain\n\nci\n```\n' +
        '```quote\n{person U1} {message C0000001:1512085950.000216}\n\nshared\n```',
    );
  });
});
