import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelLocalPart, newChannelToken, parseChannelLocalPart } from './channel-address.ts';
import { automaticKind, subjectLine } from './incoming-mail.ts';
import { withoutCredentials } from './mailed-credentials.ts';
import { parseReplyLocalPart, replyLocalPart } from './reply-address.ts';

const key = 'a key of 32 or more characters for tests';
const day = 86_400_000;

describe('a reply address', () => {
  const nowMs = Date.UTC(2026, 10, 22);

  it('identifies its person and message for 30 days, and is short enough for an email address', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.integer({ min: 1, max: 10 ** 13 }),
        (userId, messageId) => {
          const localPart = replyLocalPart({ userId, messageId }, nowMs, key);
          expect(localPart.length).toBeLessThanOrEqual(64);
          expect(localPart).toBe(localPart.toLowerCase());
          expect(parseReplyLocalPart(localPart, nowMs + 30 * day, key)).toEqual({ userId, messageId });
          expect(parseReplyLocalPart(localPart, nowMs + 31 * day, key)).toBe('expired');
        },
      ),
    );
  });

  it('cannot be changed to another person, message or day, nor made with another key', () => {
    const localPart = replyLocalPart({ userId: 7, messageId: 900 }, nowMs, key);
    const [prefix, user, message, lastDay, signature] = localPart.split('.');
    const forged = [
      [prefix, '8', message, lastDay, signature],
      [prefix, user, '1', lastDay, signature],
      [prefix, user, message, 'zzzz', signature],
      [prefix, user, message, lastDay, '0'.repeat(32)],
    ].map((parts) => parts.join('.'));
    for (const each of [...forged, 'reply.7.900', '', `x${localPart}`]) {
      expect(parseReplyLocalPart(each, nowMs, key)).toBeUndefined();
    }
    expect(parseReplyLocalPart(localPart, nowMs, `${key}!`)).toBeUndefined();
  });
});

describe('a channel’s address', () => {
  it('contains the channel’s name for readers and a token that identifies the channel, in any case and with options after + or dots', () => {
    const token = newChannelToken();
    expect(channelLocalPart('Größe & Ziele!', token)).toBe(`gro-e-ziele.${token}`);
    expect(channelLocalPart('日本', token)).toBe(token);
    expect(channelLocalPart('a very long name of a channel', token).length).toBeLessThan(64 - 22);
    const plain = { showsSender: false, includesQuotes: false, includesFooter: false, prefersHtml: false };
    expect(parseChannelLocalPart(`general.${token}`)).toEqual({ token, options: plain });
    expect(parseChannelLocalPart(token)).toEqual({ token, options: plain });
    for (const separator of ['+', '.']) {
      const address = ['general', token, 'show-sender', 'prefer-html'].join(separator);
      expect(parseChannelLocalPart(address)).toEqual({
        token,
        options: { ...plain, showsSender: true, prefersHtml: true },
      });
    }
    expect(parseChannelLocalPart('general')).toBeUndefined();
  });

  // The first name has the form of a token. The others have the form of an option.
  it.each(['preparednessresearch', 'Show sender', 'Include quotes', 'Include footer', 'Prefer HTML'])(
    'is read correctly for a channel that is named %j',
    (name) => {
      const token = newChannelToken();
      const local = channelLocalPart(name, token);
      const plain = { showsSender: false, includesQuotes: false, includesFooter: false, prefersHtml: false };
      expect(parseChannelLocalPart(local)).toEqual({ token, options: plain });
      for (const separator of ['+', '.']) {
        const address = [...local.split('.'), 'show-sender', 'include-footer'].join(separator);
        const options = { ...plain, showsSender: true, includesFooter: true };
        expect(parseChannelLocalPart(address)).toEqual({ token, options });
      }
      const withoutName = { token, options: { ...plain, includesQuotes: true } };
      expect(parseChannelLocalPart(`${token}+include-quotes`)).toEqual(withoutName);
    },
  );
});

describe('an automatic mail', () => {
  const kindOf = (headers: Record<string, string>, sender = 'a@x.test', from = sender) =>
    automaticKind(
      {
        headers: Object.entries(headers).map(([name, value]) => ({ key: name, value })),
        from: { name: '', address: from },
      },
      sender,
      'chat.test',
    );

  it.each([
    [{}, 'a@x.test', undefined],
    [{ 'auto-submitted': 'no' }, 'a@x.test', undefined],
    [{ 'auto-submitted': 'auto-replied; owner-email=x' }, 'a@x.test', 'reply'],
    [{ precedence: 'auto_reply' }, 'a@x.test', 'reply'],
    [{ 'x-autoreply': 'yes' }, 'a@x.test', 'reply'],
    [{}, '', 'reply'],
    [{}, 'MAILER-DAEMON@x.test', 'reply'],
    [{ 'auto-submitted': 'auto-generated' }, 'a@x.test', 'generated'],
    [{ precedence: 'Bulk' }, 'a@x.test', 'generated'],
    [{ 'list-id': '<l.x.test>' }, 'a@x.test', 'generated'],
    [{ 'x-parley-origin': 'CHAT.test', 'auto-submitted': 'auto-generated' }, 'a@x.test', 'loop'],
    [{ 'x-parley-origin': 'other.test' }, 'a@x.test', undefined],
  ])('with %j of %j is %s', (headers, sender, expected) => {
    expect(kindOf(headers as Record<string, string>, sender)).toBe(expected);
  });

  it('that passed too many servers is recognized as a loop', () => {
    const hops = Array.from({ length: 101 }, () => ({ key: 'received', value: 'from a by b' }));
    expect(automaticKind({ headers: hops, from: { name: '', address: '' } }, 'a@x.test', 'chat.test')).toBe(
      'loop',
    );
  });
});

describe('the subject of a mail', () => {
  it.each([
    ['Re: AW: Fwd[2]: lunch', 'lunch'],
    ['转发：答复: 午餐', '午餐'],
    ['Re:Rückfrage', 'Rückfrage'],
    ['I agree: lunch', 'I agree: lunch'],
    ['  a\r\n b\u0000c ', 'a b c'],
    ['in\u202evoice\u200b', 'invoice'],
    ['Re:', ''],
  ])('%j is %j without prefixes', (subject, expected) => {
    expect(subjectLine(subject)).toBe(expected);
  });
});

describe('a mail that becomes a message', () => {
  const place = { domain: 'in.test', publicUrl: 'https://chat.test' };

  it('has no credentials of this server', () => {
    const token = newChannelToken();
    const reply = replyLocalPart({ userId: 7, messageId: 900 }, Date.UTC(2026, 1, 1), key);
    const text = [
      `To: ${reply}@in.test, ${reply.toUpperCase()}@IN.test`,
      `<mailto:${reply}%40in.test> bounce.1.2.${'0'.repeat(32)}@in.test`,
      `general.${token}+show-sender@in.test or ${token}@in.test`,
      '[Stop these mails](https://chat.test/unsubscribe/7.abcDEF-_) <https://chat.test/unsubscribe/7.x>',
    ].join('\n');
    const shown = withoutCredentials(text, place);
    expect(shown).toBe(
      [
        'To: (…)@in.test, (…)@IN.test',
        '<mailto:(…)%40in.test> (…)@in.test',
        '(…)@in.test or (…)@in.test',
        '[Stop these mails](https://chat.test/unsubscribe/(…)) <https://chat.test/unsubscribe/(…)>',
      ].join('\n'),
    );
  });

  it('keeps other addresses and links', () => {
    const text =
      'ann@in.test reply@in.test reply.7@other.test https://chat.test/#narrow https://other.test/unsubscribe/7.x';
    expect(withoutCredentials(text, place)).toBe(text);
  });
});
