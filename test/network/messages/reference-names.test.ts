import { parseTopic } from '@parley/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RenderContext, render, scanReferences } from '../../../packages/markdown/src/index.ts';
import {
  channelLink,
  groupMention,
  personMention,
  placeLink,
  quotation,
  shortPersonMention,
} from '../../../packages/markdown/src/references/reference-text.ts';
import { parseChannelName } from '../../../services/channel/src/domain/channel-name.ts';
import { parseGroupName } from '../../../services/user-admin/src/organization/domain/group-rules.ts';
import { checkFullName } from '../../../services/user-admin/src/people/domain/account-rules.ts';

// Every name that the server accepts can be mentioned, linked and quoted: what the builders write, the parser reads as meant, alone
// and within a text.

/** Pieces of names that mean something in Markdown or in references. */
const pieces = [
  ...[
    '*',
    '**',
    '***',
    '`',
    '``',
    '```',
    '>',
    '<',
    '|',
    '||',
    '[',
    ']',
    '(',
    ')',
    '](',
    '@',
    '@**',
    '@_**',
    '@*',
  ],
  ...[
    '#',
    '#**',
    '_',
    '__',
    '~',
    '~~',
    '$$',
    '\\',
    '\\\\',
    ':',
    ':smile:',
    '&',
    '&amp;',
    '!',
    '![',
    '"',
    "'",
    '-',
  ],
  ...[
    '%',
    '%20',
    '.',
    '.2E',
    '/',
    '?',
    '=',
    '+',
    ';',
    ',',
    '{',
    '}',
    '<time:',
    '<b>',
    'http://a.example',
    'b.example',
  ],
  ...[
    '|5',
    '|17',
    '@3',
    '@34',
    '12',
    'all',
    'everyone',
    'topic',
    'a',
    'B',
    'é',
    '漢字',
    '𠀋',
    'שלום',
    '👍',
    ' ',
    '  ',
  ],
];
const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 3 })), {
  minLength: 1,
  maxLength: 12,
});

/** Generates the names that a validation accepts, in the form in which it returns them. */
const accepted = (validate: (given: string) => string): fc.Arbitrary<string> =>
  texts
    .map((parts) => {
      try {
        return validate(parts.join(''));
      } catch {
        return '';
      }
    })
    .filter((name) => name !== '');

const people = accepted(checkFullName);
const groups = accepted((given) => parseGroupName(given).name);
const channels = accepted(parseChannelName);
const topics = accepted((given) => parseTopic(given, 'general chat'));

const nothing: RenderContext = {
  findUser: () => undefined,
  findGroup: () => undefined,
  findChannel: () => undefined,
  emoji: () => undefined,
  linkifiers: [],
  publicUrl: 'http://parley.test',
  imagePreviews: false,
};

/** Renders a text as the server does: it finds only what `scanReferences` has found. */
function rendered(
  content: string,
  world: {
    person?: [string, number];
    namesake?: boolean;
    group?: [string, number];
    channel?: [string, number];
  },
) {
  const found = scanReferences(content);
  const { person, group, channel } = world;
  return render(content, {
    ...nothing,
    findUser(name, id) {
      if (!person || !found.users.some((each) => each.name === name && each.id === id)) return undefined;
      const [fullName, userId] = person;
      const isMeant = id === undefined ? name === fullName && !world.namesake : id === userId;
      return isMeant && (name === '' || name === fullName) ? { id: userId, fullName } : undefined;
    },
    findGroup(name, id) {
      if (!group || !found.groups.some((each) => each.name === name && each.id === id)) return undefined;
      return (id === undefined ? name === group[0] : id === group[1])
        ? { id: group[1], name: group[0] }
        : undefined;
    },
    findChannel: (name) =>
      channel?.[0] === name && found.channels.includes(name) ? { id: channel[1], name } : undefined,
  });
}

/** Surroundings of a reference in a message. */
const around = fc.constantFrom(
  (text: string) => text,
  (text: string) => `see ${text}, please`,
  (text: string) => `- ${text}\n- more`,
  (text: string) => `**bold** ${text} \`code\` ~~no~~`,
  (text: string) => `${text} ${text}`,
);
const runs = { numRuns: 2_000 };

describe('a person with any name that validation accepts', () => {
  it('can be mentioned, whether or not others have the name', () => {
    fc.assert(
      fc.property(people, fc.boolean(), around, (fullName, namesake, within) => {
        const world = { person: [fullName, 17] as [string, number], namesake };
        const mention = shortPersonMention({ userId: 17, fullName }, !namesake);
        expect(rendered(within(mention), world).mentionedUserIds).toEqual([17]);
        const silent = rendered(within(shortPersonMention({ userId: 17, fullName }, !namesake, true)), world);
        expect([silent.mentionedUserIds, silent.silentlyMentionedUserIds]).toEqual([[], [17]]);
        const lasting = rendered(within(personMention({ userId: 17, fullName }, true)), world);
        expect(lasting.silentlyMentionedUserIds).toEqual([17]);
      }),
      runs,
    );
  });
});

describe('a group with any name that validation accepts', () => {
  it('can be mentioned', () => {
    fc.assert(
      fc.property(groups, around, (name, within) => {
        const world = { group: [name, 20] as [string, number] };
        const group = { groupId: 20, name };
        expect(rendered(within(groupMention(group)), world).mentionedGroupIds).toEqual([20]);
        expect(rendered(within(groupMention(group, true)), world).silentlyMentionedGroupIds).toEqual([20]);
      }),
      runs,
    );
  });
});

/** Returns the links of rendered content: their addresses. */
const linksIn = (html: string) => Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href!);
const isAt = (href: string, start: RegExp) => expect(href).toMatch(start);

describe('channels and topics with any names that validation accepts', () => {
  it('can be linked', () => {
    fc.assert(
      fc.property(channels, around, (channelName, within) => {
        const world = { channel: [channelName, 7] as [string, number] };
        const links = linksIn(rendered(within(channelLink({ channelId: 7, channelName })), world).html);
        expect(links.length).toBeGreaterThan(0);
        for (const href of links) isAt(href, /^\/#narrow\/channel\/7-[^/]*$/);
      }),
      runs,
    );
    const messages = fc.option(fc.constant(34), { nil: undefined });
    fc.assert(
      fc.property(channels, topics, messages, around, (channelName, topic, messageId, within) => {
        const world = { channel: [channelName, 7] as [string, number] };
        const place = { channelId: 7, channelName, topic, ...(messageId && { messageId }) };
        const links = linksIn(rendered(within(placeLink(place)), world).html);
        const encoded = encodeURIComponent(topic)
          .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
          .replaceAll('.', '%2E')
          .replaceAll('%', '.');
        expect(links.length).toBeGreaterThan(0);
        for (const href of links) {
          isAt(href, /^\/#narrow\/channel\/7-/);
          expect(href.split('/topic/')[1]).toBe(`${encoded}${messageId ? `/near/${messageId}` : ''}`);
        }
      }),
      runs,
    );
  });
});

describe('any text', () => {
  it('can be quoted with its author, and ends where the quotation ends', () => {
    const quoted = fc.array(
      fc.oneof(
        texts.map((parts) => parts.join('')),
        fc.constantFrom('```', '~~~', '````quote', ''),
      ),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(people, quoted, (fullName, lines) => {
        const world = { person: [fullName, 17] as [string, number] };
        const head = `${personMention({ userId: 17, fullName }, true)} [said](http://parley.test/#narrow/near/5):`;
        const { html, silentlyMentionedUserIds, mentionedUserIds } = rendered(
          `${head}\n${quotation(lines.join('\n'))}\nAnswer`,
          world,
        );
        expect(silentlyMentionedUserIds).toContain(17);
        expect(mentionedUserIds).toEqual([]);
        expect(html).toMatch(/<a href="\/#narrow\/near\/5">said<\/a>:<\/p>\n<blockquote>/);
        expect(html).toMatch(/<\/blockquote>\n<p>Answer<\/p>$/);
      }),
      runs,
    );
  });
});
