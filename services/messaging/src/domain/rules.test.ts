import { Channel } from '@parley/proto/events/v1/facts';
import { codePoints, parseTopic } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { flagNames } from './changing/flags.ts';
import { parseAnchor } from './reading/anchor.ts';
import { cutWindow } from './reading/window.ts';
import { parseContent } from './sending/content.ts';
import { isReadBySender } from './sending/read-by-sender.ts';
import { conversationMembers, memberHash, parseDirectRecipients } from './sending/recipients.ts';
import { decidePosting, type WriterFacts } from './sending/send-rules.ts';
import { checkTopicAllowed, effectiveTopicsPolicy } from './sending/topic.ts';

describe('content', () => {
  it('is trimmed of leading blank lines and trailing whitespace, and keeps indentation', () => {
    expect(parseContent('\n  \n    code\n\n')).toBe('    code');
  });

  it('counts code points', () => {
    expect(codePoints('a😀é')).toBe(3);
    expect(parseContent('😀'.repeat(10_000))).toHaveLength(20_000);
    const short = parseContent('😀'.repeat(10_001));
    expect(short).toBe(`${'😀'.repeat(9_980)}\n[message truncated]`);
    expect(parseContent(short)).toBe(short);
    expect(() => parseContent('broken \ud800')).toThrow('Unicode');
  });
});

describe('a topic', () => {
  it.each([
    [undefined, ''],
    ['  ', ''],
    ['(no topic)', ''],
    ['general chat', ''],
    [' Lunch ', 'Lunch'],
  ])('%j is stored as %j', (given, stored) => {
    expect(parseTopic(given, 'general chat')).toBe(stored);
  });

  it.each(['a\0b', 'a\u2028b', 'a\ud800b', 'tab\tbed'])('%j is refused', (given) => {
    expect(() => parseTopic(given, 'general chat')).toThrow();
  });

  it('follows the policy of the channel, or of the organization where the channel has none', () => {
    expect(effectiveTopicsPolicy('inherit', 'disable_empty_topic')).toBe('disable_empty_topic');
    expect(effectiveTopicsPolicy('allow_empty_topic', 'disable_empty_topic')).toBe('allow_empty_topic');
    expect(() => checkTopicAllowed('', 'disable_empty_topic', 'the rest')).toThrow();
    expect(() => checkTopicAllowed('x', 'empty_topic_only', 'the rest')).toThrow('the rest');
    expect(() => checkTopicAllowed('x', 'disable_empty_topic', 'the rest')).not.toThrow();
  });
});

describe('recipients', () => {
  it('are each counted once, the sender always among them', () => {
    expect(conversationMembers(5, [7, 3, 5, 3])).toEqual([3, 5, 7]);
    expect(memberHash([1, 23])).not.toEqual(memberHash([12, 3]));
    expect(parseDirectRecipients({ userIds: [2, 2], emails: [' a@b.c ', ''] })).toEqual({
      userIds: [2],
      emails: ['a@b.c'],
    });
    expect(() => parseDirectRecipients({ userIds: [-1], emails: [] })).toThrow('Invalid user ID -1');
  });
});

describe('an anchor', () => {
  it.each([
    ['newest', 10_000_000_000_000_000],
    ['10000000000000000', 10_000_000_000_000_000],
    ['99999999999999999999', 10_000_000_000_000_000],
    ['oldest', 0],
    ['-5', 0],
    ['42', 42],
  ])('%s is %d', (text, id) => {
    expect(parseAnchor(text, '')).toEqual({ kind: 'id', id });
  });

  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T12:30', '2026-01-31T12:30:00.000Z'],
    ['2026-01-31 12:30:15', '2026-01-31T12:30:15.000Z'],
    ['2026-01-31T12:30:15+02:00', '2026-01-31T10:30:15.000Z'],
    ['2026-01-31T12:30:15-0330', '2026-01-31T16:00:15.000Z'],
  ])('date %s is %s', (text, iso) => {
    expect(parseAnchor('date', text)).toEqual({ kind: 'date', time: new Date(iso) });
  });
});

describe('flags', () => {
  it('are named as clients expect', () => {
    const facts = {
      isRead: true,
      isInHistory: true,
      personalFlags: 1 | 2 | 4 | 8 | 32,
      mentionsChannel: true,
      mentionsTopicOfReader: true,
    };
    expect(flagNames(facts)).toEqual([
      'read',
      'starred',
      'collapsed',
      'mentioned',
      'stream_wildcard_mentioned',
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
      'has_alert_word',
      'hide_link_previews',
    ]);
    expect(flagNames({ ...facts, isRead: false, isInHistory: false, personalFlags: 0 })).toEqual([
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
      'historical',
    ]);
  });

  it('include “read” for the sender of messages that people type, not for those of programs, unless the request sets it', () => {
    expect(isReadBySender(undefined, 'ZulipMobile')).toBe(true);
    expect(isReadBySender(undefined, 'curl')).toBe(false);
    expect(isReadBySender(true, 'curl')).toBe(true);
    expect(isReadBySender(false, 'website')).toBe(false);
  });
});

describe('a window', () => {
  it('knows whether further messages exist on each side', () => {
    const rows = [-1, -1, 0, 1].map((side, id) => ({ id, side: side as -1 | 0 | 1 }));
    expect(cutWindow(rows, { before: 1, after: 1 })).toEqual({
      messages: rows.slice(1),
      foundOldest: false,
      foundNewest: true,
      foundAnchor: true,
    });
  });
});

describe('posting', () => {
  const writer = (over: Partial<WriterFacts> & { role?: number } = {}): WriterFacts => ({
    user: { role: over.role ?? 400, isActive: true },
    isSubscribed: false,
    maySend: true,
    mayUseTopic: true,
    ...over,
  });
  const outcome = (channel: Partial<Channel>, ...writers: WriterFacts[]) => {
    try {
      decidePosting({
        channel: Channel.create({ name: 'c', ...channel }),
        requested: { stream: 'c' },
        writers,
      });
      return 'sent';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each<[string, Partial<Channel>, WriterFacts[], string]>([
    ['a member in a public channel', {}, [writer()], 'sent'],
    ['a guest outside', {}, [writer({ role: 600 })], 'STREAM_DOES_NOT_EXIST'],
    ['a guest inside', {}, [writer({ role: 600, isSubscribed: true })], 'sent'],
    ['a guest outside a web-public channel', { isWebPublic: true }, [writer({ role: 600 })], 'BAD_REQUEST'],
    ['a member outside a private channel', { inviteOnly: true }, [writer()], 'STREAM_DOES_NOT_EXIST'],
    [
      'an administrator outside a private channel',
      { inviteOnly: true },
      [writer({ role: 200 })],
      'BAD_REQUEST',
    ],
    ['a bot whose owner is inside', { inviteOnly: true }, [writer(), writer({ isSubscribed: true })], 'sent'],
    ['a member without the permission', {}, [writer({ maySend: false })], 'BAD_REQUEST'],
    [
      'a member who starts a topic without the permission',
      {},
      [writer({ mayUseTopic: false })],
      'BAD_REQUEST',
    ],
    [
      'a member in an archived channel',
      { isArchived: true },
      [writer({ isSubscribed: true })],
      'BAD_REQUEST',
    ],
  ])('%s', (_, channel, writers, expected) => {
    expect(outcome(channel, ...writers)).toBe(expected);
  });
});
