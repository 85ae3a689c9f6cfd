import { describe, expect, it } from 'vitest';
import { markdownOfHtml } from './html-markdown.ts';
import { isKnown, separateReply } from './reply-text.ts';

const nothing = { includesQuotes: false, includesFooter: false };
const everything = { includesQuotes: true, includesFooter: true };

describe('the written text of a reply', () => {
  it.each([
    [
      'a reply above a quotation',
      'Yes.\n\nOn Mon, 5 Jan 2026 at 10:00, Ann <a@x.test> wrote:\n> Lunch?\n> Soon',
      'Yes.',
    ],
    [
      'a wrapped attribution',
      'Yes.\nOn Mon, 5 Jan 2026 at 10:00, Ann Long\n<a@x.test> wrote:\n\n> Lunch?',
      'Yes.',
    ],
    ['a German attribution', 'Ja.\n\nAm 05.01.26 um 10:00 schrieb Ann:\n> Essen?', 'Ja.'],
    ['an attribution of another language', 'Tak.\n\nW dniu 5.01.2026 Ann napisał(a):\n> Obiad?', 'Tak.'],
    [
      'answers between quoted lines',
      'Ann <a@x.test>:\n> Lunch?\nYes.\n> Where?\nHere.\n> Bye',
      'Ann <a@x.test>:\n> Lunch?\n\nYes.\n> Where?\n\nHere.',
    ],
    ['an answer below the whole mail', '> Lunch?\n> -- \n> Ann\n\nYes.', '> Lunch?\n\nYes.'],
    ['a header line of the author', 'To: all\nFrom: me\nTime: 10:00', 'To: all\nFrom: me\nTime: 10:00'],
    ['a signature above the quotation', 'Yes.\n-- \nBob\n\nOn Mon, 5 Jan 2026, Ann wrote:\n> Lunch?', 'Yes.'],
    ['a line of dashes of the author', 'One\n------- and -------\nTwo', 'One\n------- and -------\nTwo'],
    ['Outlook’s separator', 'Yes.\n\n-----Original Message-----\nFrom: Ann\nLunch?', 'Yes.'],
    [
      'Outlook’s head',
      'Yes.\n\nFrom: Ann <a@x.test>\nSent: Monday\nTo: Bob\nSubject: Lunch\n\nLunch?',
      'Yes.',
    ],
    [
      'a German head',
      'Ja.\n________________________________\nVon: Ann\nGesendet: Montag\nAn: Bob\n\nEssen?',
      'Ja.',
    ],
    ['an attribution without quoted lines', 'Yes.\n\nOn 5 Jan 2026, Ann wrote:\n\nLunch?\nSoon', 'Yes.'],
    ['a signature', 'Yes.\n\n-- \nBob\nOffice', 'Yes.'],
    ['the line of a phone', 'Yes.\n\nSent from my iPhone', 'Yes.'],
    ['a text that looks like an attribution', 'He wrote in 2025:\nit works.', 'He wrote in 2025:\nit works.'],
    ['lists and colons', 'Steps:\n- one\n- two\n\nThat is all.', 'Steps:\n- one\n- two\n\nThat is all.'],
    ['Windows line ends', 'One\r\n\r\nTwo\r\n', 'One\n\nTwo'],
    ['nothing but a quotation', 'On 5 Jan 2026, Ann wrote:\n> Lunch?', ''],
  ])('is found in %s', (_, text, expected) => {
    const { written, leftOut } = separateReply(text, nothing);
    expect(written).toBe(expected);
    const lines = [...written.split('\n'), ...leftOut.map((line) => line.text)].filter(
      (line) => line.trim() !== '',
    );
    const given = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    expect(lines.toSorted()).toEqual(given.toSorted());
  });

  it('has quotations beside it that are known only when they are part of the known text', () => {
    const known = 'alice (10:00):\n\nAre you **coming** to lunch?\nAt noon.\n\n-- \nReply to this mail';
    const isKnownIn = (text: string) =>
      isKnown(separateReply(text, nothing).leftOut, { text: known, names: ['alice'] });
    expect(isKnownIn('Yes')).toBe(true);
    expect(
      isKnownIn(
        'Yes\n\nOn 5 Jan 2026, alice wrote:\n> Are you coming\n> to lunch?\n>\n> -- \n> Reply to this mail',
      ),
    ).toBe(true);
    expect(
      isKnownIn('Yes\n\n-----Original Message-----\nFrom: alice\nSent: now\n\nAre you coming to lunch?'),
    ).toBe(true);
    expect(isKnownIn('Yes\n\nOn Monday, alice wrote:\n> At noon.')).toBe(true);
    expect(isKnownIn('Tak\n\npon., 5 sty 2026 o 10:00 alice napisał(a):\n> At noon.')).toBe(true);
    expect(isKnownIn('Yes\n\nOn second thought, see what you wrote:\n> At noon.')).toBe(false);
    expect(isKnownIn('Yes\n\nPlease tell bob@x.test by 10:00:\n> At noon.')).toBe(false);
    expect(isKnownIn('Yes\n> At noon.\n> Are you coming')).toBe(false);
    expect(isKnownIn('Yes\n> Are you coming to dinner?')).toBe(false);
    expect(isKnownIn('Yes\n> Are you com')).toBe(false);
    expect(isKnownIn('Yes\n-- \nalice')).toBe(false);
  });

  it('includes quotations and signatures on request', () => {
    const text = 'Yes.\n\nOn 5 Jan 2026, Ann wrote:\n> Lunch?\n-- \nBob';
    const written = text.replace('Lunch?\n', 'Lunch?\n\n');
    expect(separateReply(text, everything)).toEqual({ written, leftOut: [] });
  });

  it('is found in bounded time in any text', () => {
    for (const part of ['On ', '> ', 'From: a\n', '-- \n', '_', ' ', 'On a 2026 wrote:\n', 'x@y 2026:\n']) {
      const text = part.repeat(Math.floor(262_144 / part.length));
      const start = process.cpuUsage();
      separateReply(text, nothing);
      expect(process.cpuUsage(start).user, JSON.stringify(part)).toBeLessThan(2_000_000);
    }
  });
});

describe('the Markdown of a mail’s HTML', () => {
  const of = (html: string, options = nothing) => markdownOfHtml(html, options);

  it.each([
    ['<p>Hello <b>big</b> <i>world</i></p><p>Bye</p>', 'Hello **big** *world*\n\nBye'],
    ['<div>one</div><div>two<br>three</div>', 'one\ntwo\nthree'],
    ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>', '* a\n* b\n\n  1. c'],
    [
      '<a href="https://x.test/a(b)">here</a> &amp; <a href="https://x.test/">https://x.test/</a>',
      '[here](https://x.test/a%28b%29) & https://x.test/',
    ],
    ['<h2>Title</h2>text', '**Title**\n\ntext'],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['<blockquote><p>quoted</p><p>more</p></blockquote>after', '> quoted\n>\n> more\n\nafter'],
    ['<b></b><p> </p>x', 'x'],
  ])('of %s is %j', (html, expected) => {
    expect(of(html)).toBe(expected);
  });

  it('has no scripts, no hidden texts and no addresses that run scripts', () => {
    const html =
      '<style>p{}</style><script>alert(1)</script><p onclick="x()">a<a href="javascript:alert(1)">b</a>' +
      '<span style="display: none">secret</span><svg><script>x</script></svg><img src="x" onerror="y"></p>';
    expect(of(html)).toBe('ab');
  });

  it('marks what mail programs mark as quotation or signature, as in plain text, and leaves nothing out', () => {
    expect(
      of(
        '<div>Yes</div><div class="gmail_quote"><div class="gmail_attr">On … wrote:</div><blockquote>old</blockquote></div>',
      ),
    ).toBe('Yes\nOn … wrote:\n\n> old');
    expect(of('<div>Yes</div><blockquote type="cite">old</blockquote>')).toBe('Yes\n\n> old');
    expect(of('<div>Yes</div><div id="divRplyFwdMsg">From: Ann</div><div>old</div>')).toBe(
      'Yes\n\n> From: Ann\n> old',
    );
    expect(of('<div class="yahoo_quoted">old</div>new')).toBe('> old\n\nnew');
    expect(of('Yes<div class="gmail_signature">Bob</div>')).toBe('Yes\n\n--\nBob');
    expect(of('Yes<div class="gmail_signature">Bob</div>', everything)).toBe('Yes\nBob');
    expect(of('<div id="divRplyFwdMsg">From: Ann</div><div>old</div>', everything)).toBe('From: Ann\nold');
  });

  it('is bounded, and is found in bounded time for any HTML', () => {
    const size = 262_144;
    for (const part of [
      '<b>',
      '<blockquote>',
      '<ul><li>',
      '<a href="http://x/">',
      '<div>a',
      '<',
      '<!--',
      '<pre>',
      '&#x',
    ]) {
      const start = process.cpuUsage();
      expect(of(part.repeat(size / part.length)).length).toBeLessThan(600_000);
      expect(process.cpuUsage(start).user, part).toBeLessThan(2_000_000);
    }
  });
});
