import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MailTextOptions, textOfMail } from '../src/incoming/text/mail-text.ts';
import { clients, forwardIn, languages, newMail, replyIn, replyTo, wordsOf } from './mail-samples.ts';

// Tests the texts of mails of common programs, in many languages, as plain text and as HTML: new mails, forwarded mails, and
// replies.

const host = 'chat.test';
const ours = replyTo(`<1@${host}>`);
const theirs = replyTo('<1@x.test>');
const options: MailTextOptions = {
  host,
  isReplyAddress: true,
  includesQuotes: false,
  includesFooter: false,
  prefersHtml: false,
};
const forms = ['plain text', 'HTML'] as const;

type Sample = ReturnType<typeof newMail>;

function read(sample: Sample, form: (typeof forms)[number], more: Partial<MailTextOptions> = {}) {
  const { written, leftOut, isReply } = textOfMail(
    { ...sample, ...(form === 'HTML' ? { text: '' } : { html: '' }) },
    { ...options, ...more },
  );
  return { written, leftOut: leftOut.map(({ text }) => text).join('\n'), isReply };
}

/** Returns the words that a text has more often than another. */
function missing(of: string, from: string): string[] {
  const left = new Map<string, number>();
  for (const word of wordsOf(from)) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(of).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

const own = ['Yes, at noon.', '', 'I bring cake.'];
const other = [
  'Hello Bob,',
  '',
  'is lunch at 12:00 fine?',
  'From: the kitchen',
  'To: everybody',
  '',
  '-- ',
  'Ann Lee',
];
const signature = ['Bob Ray', 'Office 7'];
const cases = clients.flatMap((client) =>
  languages.flatMap((language) => forms.map((form) => ({ client, language, form, name: language.name }))),
);

describe('a mail that is no reply to a mail of this server', () => {
  it.each(cases)('keeps all of a mail that $client forwards ($name, $form)', ({ client, language, form }) => {
    for (const content of [
      { own, other },
      { own, other, signature },
      { own: [], other },
    ]) {
      const sample = forwardIn(client, language, content);
      // Programs also forward mails of this server, and name them as references.
      for (const headers of [[], ours, theirs]) {
        for (const isReplyAddress of [true, false]) {
          const plain = read({ ...sample, headers }, form, { isReplyAddress });
          // Apple Mail names the forwarded mail only in the subject.
          expect(plain.leftOut).toBe('');
          for (const line of [...content.own, ...other]) expect(missing(line, plain.written)).toEqual([]);
          expect(missing(form === 'HTML' ? '' : sample.text, plain.written)).toEqual([]);
        }
      }
    }
  });

  it.each(cases)(
    'keeps all of a reply to another mail ($client, $name, $form)',
    ({ client, language, form }) => {
      const sample = replyIn(client, language, { own, other, signature });
      for (const isReplyAddress of [true, false]) {
        const { written, leftOut } = read({ ...sample, headers: theirs }, form, { isReplyAddress });
        expect(leftOut).toBe('');
        for (const line of [...own, ...other, ...signature]) expect(missing(line, written)).toEqual([]);
      }
      const channel = read(sample, form, { isReplyAddress: false });
      expect(channel.leftOut).toBe('');
      expect(missing(other.join('\n'), channel.written)).toEqual([]);
    },
  );

  it.each(forms)('keeps all of a new mail (%s)', (form) => {
    const release = [
      'Version 2 is out.',
      '-- ',
      'It is faster.',
      '',
      '> not a quotation',
      '',
      'On Monday, Ann wrote:',
      'a book',
    ];
    const { written, leftOut } = read(newMail({ own: release, other: [], signature }), form, {
      isReplyAddress: false,
    });
    expect(leftOut).toBe('');
    expect(missing([...release, ...signature].join('\n'), written)).toEqual([]);
  });

  it('has its quotations apart from the lines below them, which Markdown would add to them', () => {
    const text = '> Lunch?\nYes.\n\n> Where?\n> When?\n\nHere.';
    const { written } = read({ headers: theirs, subject: '', text, html: '' }, 'plain text');
    expect(written).toBe('> Lunch?\n\nYes.\n\n> Where?\n> When?\n\nHere.');
  });

  it('loses no visible word, whatever it contains', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        '> quoted',
        '-- ',
        '',
        'From: Ann <ann@x.test>',
        'To: Bob',
        'Subject: Lunch',
        'On 5 Jan 2026, Ann wrote:',
        '-----Original Message-----',
        '________________________________',
        'Sent from my iPhone',
        '```',
        '```spoiler hidden',
        'Am 05.01.2026 um 10:00 schrieb Ann:',
      ),
    );
    const lines = fc.array(line, { maxLength: 30 });
    fc.assert(
      fc.property(lines, fc.constantFrom(...forms), fc.constantFrom([], theirs), (content, form, headers) => {
        const sample = { ...newMail({ own: content, other: [] }), headers };
        const { written, leftOut } = read(sample, form, { isReplyAddress: headers.length > 0 });
        expect(leftOut).toBe('');
        expect(missing(content.join('\n'), written)).toEqual([]);
      }),
    );
  });

  it('keeps the words of all elements that mail programs show', () => {
    const shown =
      'b strong i em s u a p div span section article h1 h3 ul li table tr td th pre code blockquote button form label select option textarea fieldset legend details summary figure figcaption small sup sub mark font center object video audio noscript q cite address main header footer nav';
    for (const name of shown.split(' ')) {
      const html = `<div>before<${name} class="gmail_quote moz-signature" id="Signature">inside</${name}>after</div>`;
      const { written } = read({ headers: [], subject: '', text: '', html }, 'HTML', {
        isReplyAddress: false,
      });
      expect(written.replaceAll(/\W/g, ''), name).toMatch(/before\w*inside\w*after/);
    }
  });
});

describe('a reply to a mail of this server', () => {
  it.each(cases)(
    'has the text of its author alone, and the rest beside it ($client, $name, $form)',
    ({ client, language, form }) => {
      const sample = replyIn(client, language, { own, other, signature });
      for (const headers of [ours, []]) {
        const { written, leftOut } = read({ ...sample, headers }, form);
        expect(written).toBe(own.join('\n'));
        for (const line of [...other, ...signature]) expect(missing(line, leftOut)).toEqual([]);
        if (form === 'plain text') expect(missing(sample.text, `${written}\n${leftOut}`)).toEqual([]);
      }
    },
  );

  const questions = ['Where?', 'When?', 'Who pays?'];
  const answers = ['Here.', 'At noon.'];

  it.each(languages)('keeps the questions above the answers between them ($name)', ({ gmail }) => {
    const introduction = gmail.replace('{}', 'Ann Lee <ann@x.test>');
    const text = [
      introduction,
      '',
      `> ${questions[0]}`,
      answers[0]!,
      `> ${questions[1]}`,
      '',
      answers[1]!,
      `> ${questions[2]}`,
      '> -- ',
      '> Reply to this mail',
    ].join('\n');
    const plain = read({ headers: ours, subject: '', text, html: '' }, 'plain text');
    expect(plain.written).toBe(`${introduction}\n\n> Where?\n\nHere.\n> When?\n\nAt noon.`);
    expect(plain.leftOut).toBe('> Who pays?\n> -- \n> Reply to this mail');
    const quote = (question: string) => `<blockquote class="gmail_quote">${question}</blockquote>`;
    const html = `<div class="gmail_quote"><div class="gmail_attr">${introduction.replace('<', '&lt;')}<br></div>${quote(questions[0]!)}<div>${answers[0]}</div>${quote(questions[1]!)}<div>${answers[1]}</div>${quote(questions[2]!)}</div>`;
    const rich = read({ headers: ours, subject: '', text: '', html }, 'HTML');
    expect(rich.written.replaceAll(/\n+/g, '\n')).toBe(plain.written.replaceAll(/\n+/g, '\n'));
    expect(rich.leftOut).toBe('> Who pays?');
  });

  it('never loses a word, whatever it contains', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        '> quoted',
        '>> twice',
        '-- ',
        '',
        'From: Ann',
        'Subject: Lunch',
        'On 5 Jan 2026, Ann wrote:',
        '-----Original Message-----',
        'Sent from my iPhone',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const { written, leftOut } = read({ headers: ours, subject: '', text, html: '' }, 'plain text');
        expect(missing(text, `${written}\n${leftOut}`)).toEqual([]);
        expect(missing(`${written}\n${leftOut}`, text)).toEqual([]);
      }),
    );
  });
});
