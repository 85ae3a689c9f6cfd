import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authenticationOf, isSameMailbox } from './authentication.ts';

const field = (value: string) => ({ key: 'authentication-results', value });
const hop = { key: 'received', value: 'from a by b' };
const from = { name: '', address: 'ann@x.test' };

/** Reads header fields of a mail of `ann@x.test`, as the server `mx.test` wrote them. */
const of = (headers: { key: string; value: string }[], { authors = 1, address = from.address } = {}) =>
  authenticationOf({ headers, from: { name: '', address }, authors }, 'MX.test');
const authorOf = (value: string, address?: string) =>
  of([field(value)], address === undefined ? {} : { address }).author;

describe('authentication results', () => {
  it('are used only from the trusted server, and not from fields that the sender wrote', () => {
    const fields = [
      field(
        'mx.test 1; spf=pass (dmarc=pass is a comment) smtp.mailfrom=x.test; dkim=pass header.d=x.test; dmarc=fail',
      ),
      field('mx.test; dmarc=pass'),
      field('evil.test; dmarc=pass'),
    ];
    expect(of(fields)).toEqual({ spf: 'pass', dkim: 'pass', dmarc: 'fail', author: 'unconfirmed' });
    expect(of(fields.slice(2))).toMatchObject({ dmarc: 'none', author: 'unchecked' });
    expect(authenticationOf({ headers: fields, from, authors: 1 }, '')).toMatchObject({
      dmarc: 'none',
      author: 'unchecked',
    });
    expect(
      of([hop, field('mx.test; spf=none'), hop, field('mx.test; dmarc=pass header.from=x.test')]),
    ).toMatchObject({
      dmarc: 'none',
      author: 'unconfirmed',
    });
  });

  it('are collected from several fields, one for each check', () => {
    const fields = [
      field('mx.test; dkim=pass header.d=other.test'),
      field('mx.test; spf=fail'),
      field('mx.test; dmarc=fail'),
    ];
    expect(of(fields)).toEqual({ spf: 'fail', dkim: 'pass', dmarc: 'fail', author: 'unconfirmed' });
    expect(of([field('mx.test; dkim=none'), field('mx.test; dmarc=pass header.from=x.test')]).author).toBe(
      'confirmed',
    );
  });

  it.each([
    [['mx.test; spf=fail; dmarc=none', 'mx.test; dmarc=pass header.from=x.test']],
    [['mx.test; dkim=none', 'mx.test; dkim=pass header.d=x.test']],
    [['mx.test; spf=fail', '(a comment) mx.test; dmarc=pass header.from=x.test']],
    [['mx.test; spf=fail', '"mx.test"; dmarc=pass header.from=x.test']],
    [['(a comment) mx.test; dmarc=pass header.from=x.test']],
  ])('are those that the server wrote, also where it left those of the sender in the mail: %j', (values) => {
    const found = of(values.map(field));
    expect(found.author).not.toBe('confirmed');
    expect([found.dkim, found.dmarc]).not.toContain('pass');
  });

  it.each([
    ['mx.test; dmarc=pass', 'confirmed'],
    ['mx.test; dmarc=pass (p=REJECT) header.from=X.test', 'confirmed'],
    ['mx.test; dmarc=pass header.from=evil.test', 'unconfirmed'],
    ['mx.test; dmarc=none header.from=x.test; dkim=pass header.d=x.test', 'confirmed'],
    ['mx.test; dkim=fail header.d=x.test; dkim=pass header.i=@x.test', 'confirmed'],
    ['mx.test; dkim=pass header.d=evil.test', 'unconfirmed'],
    ['mx.test; dkim=pass header.d=test', 'unconfirmed'],
    ['mx.test; dkim=pass header.d=ax.test', 'unconfirmed'],
    ['mx.test; spf=pass smtp.mailfrom=bounces@x.test', 'confirmed'],
    ['mx.test; spf=pass smtp.mailfrom=ann@evil.test', 'unconfirmed'],
    ['mx.test; spf=pass', 'unconfirmed'],
    ['mx.test; auth=pass smtp.auth=ann@x.test', 'confirmed'],
    ['mx.test; auth=pass smtp.auth=bob@x.test', 'unconfirmed'],
    ['mx.test; dmarc=temperror header.from=x.test', 'unconfirmed'],
    ['mx.test; none', 'unconfirmed'],
    ['other.test; dmarc=pass', 'unchecked'],
  ])('%j makes the author %s', (value, author) => {
    expect(authorOf(value)).toBe(author);
  });

  it('of a domain also count for its subdomains', () => {
    expect(authorOf('mx.test; dkim=pass header.d=x.test', 'ann@mail.x.test')).toBe('confirmed');
    expect(authorOf('mx.test; dkim=pass header.d=mail.x.test')).toBe('unconfirmed');
  });

  it('do not confirm a mail with several authors, or none', () => {
    for (const authors of [0, 2]) {
      expect(of([field('mx.test; dmarc=pass')], { authors }).author).toBe('unconfirmed');
      expect(of([], { authors }).author).toBe('unconfirmed');
    }
  });

  it.each([
    'mx.test; spf=pass smtp.mailfrom="a; dmarc=pass"@evil.test; dmarc=none',
    'mx.test; spf=none (a (b) ; dmarc=pass header.from=x.test); dmarc=none',
    'mx.test; spf=none (a \\) ; dmarc=pass header.from=x.test); dmarc=none',
    'mx.test; spf=none smtp.mailfrom="a \\" ; dmarc=pass header.from=x.test"@evil.test; dmarc=none',
    'mx.test; spf=none (; dmarc=pass header.from=x.test',
    'mx.test; spf=none reason=" ; dkim=pass header.d=x.test"',
    '"mx.test; dmarc=pass" mx.test; dmarc=pass',
  ])('cannot be forged by texts in them: %j', (value) => {
    expect(authorOf(value)).not.toBe('confirmed');
    expect(of([field(value)]).dmarc).not.toBe('pass');
  });

  it('are never a failure of the reader, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'"()\\;=.@ a-é'), maxLength: 60 }), (text) => {
        expect(['unconfirmed', 'unchecked']).toContain(
          authorOf(`mx.test; spf=none (${text.replaceAll(/[()\\]/g, '')})`),
        );
        of([field(text), field(`mx.test;${text}`)]);
      }),
    );
  });
});

describe('two addresses', () => {
  it.each([
    ['Ann@X.test', 'ann@x.TEST', true],
    ['ann+parley@x.test', 'ann@x.test', true],
    ['ann+a@x.test', 'ann+b@x.test', true],
    ['ann@x.test', 'anna@x.test', false],
    ['ann@x.test', 'ann@y.test', false],
    ['ann+x@y.test', 'ann@x.test', false],
    ['+a@x.test', '+b@x.test', false],
    ['', '', false],
  ])('%j and %j are one mailbox: %s', (one, other, expected) => {
    expect(isSameMailbox(one, other)).toBe(expected);
  });
});
