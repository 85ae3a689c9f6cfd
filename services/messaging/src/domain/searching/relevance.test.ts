import { matches, parseSearch } from '@parley/search-text';
import { describe, expect, it } from 'vitest';
import { foundTermsOf } from '../../search/found-terms.ts';
import { byRelevance } from './relevance.ts';
import { documentWords, readDocument } from './search-document.ts';

const nowSeconds = 1_800_000_000;
const day = 86_400;
const filler = (words: number) => Array.from({ length: words }, (_, n) => `filler${n}`).join(' ');

type Sent = {
  content: string;
  topic?: string;
  ageDays?: number;
  isOwn?: boolean;
  isFollowed?: boolean;
  isFromCorrespondent?: boolean;
};

/** Returns the places of the messages that fit a search, the best first. Messages are given in the order in which they were sent. */
function ranked(search: string, messages: readonly Sent[]): number[] {
  const expression = parseSearch(search);
  const found = messages.flatMap(({ content, topic = 'other', ageDays = 0, ...over }, index) => {
    const words = documentWords({ id: index + 1, channelId: 1, topic, content });
    if (!matches(expression, readDocument(words))) return [];
    const circumstances = { isOwn: false, isFollowed: false, isFromCorrespondent: false, ...over };
    return [
      {
        id: index + 1,
        ...foundTermsOf(expression)(words),
        sentAt: nowSeconds - ageDays * day,
        ...circumstances,
      },
    ];
  });
  return byRelevance(expression, found, nowSeconds).map((id) => id - 1);
}

describe('the most relevant message', () => {
  it('has the words in its content, however much speaks for those that have them in the topic only', () => {
    const everything = { isOwn: true, isFollowed: true, isFromCorrespondent: true };
    for (const content of [
      'the releases',
      `${filler(400)} released`,
      'a release of something',
      `releases ${filler(40)}`,
    ])
      expect([
        content,
        ranked('release', [
          { content, ageDays: 3_000 },
          { content: 'ok', topic: 'release', ...everything },
          { content: filler(50), topic: 'release of release', ...everything },
        ])[0],
      ]).toEqual([content, 0]);
  });

  it('has all words in the content before those that share them with the topic', () => {
    expect(
      ranked('harbor lights', [
        { content: 'the harbor has lights', ageDays: 20 },
        { content: 'harbor', topic: 'lights' },
        { content: 'nothing', topic: 'harbor lights' },
      ]),
    ).toEqual([0, 1, 2]);
  });

  it('is in a topic of the same name before one that is not', () => {
    expect(ranked('harbor', [{ content: 'the harbor', topic: 'harbor' }, { content: 'the harbor' }])).toEqual(
      [0, 1],
    );
  });

  it.each<[string, string, string[]]>([
    ['has the word as it was typed', 'invoices ', ['the invoices', 'an invoice']],
    ['has the whole word', 'invo', ['invo', 'invoice']],
    ['has the words next to each other', 'annual report', ['annual report', 'annual big bad old report']],
    [
      'has the word by itself',
      'invoice',
      ['an invoice of ours', 'invoice_id invoice_id', 'getInvoiceLines()'],
    ],
    [
      'has the word by itself, also before others',
      'invoice late ',
      ['invoice x late', 'late x invoice_lines'],
    ],
    ['has another form of the word by itself', 'invoice ', ['the invoices', 'next_invoice_id']],
    [
      'has the word in text, too',
      'invoice ',
      ['invoices: `invoice_id` of an invoice', '`invoice_id` of `x`'],
    ],
    ['is the shorter one', 'harbor ', ['harbor', `harbor ${filler(300)}`]],
    ['has the word more often', 'harbor ', [`harbor ${filler(9)} harbor`, `harbor ${filler(10)}`]],
    [
      'has more of the words around OR',
      'harbor OR lights OR night ',
      ['night lights harbor', 'harbor x lights', 'harbor'],
    ],
  ])('%s', (_, search, contents) => {
    // The best one is the oldest.
    const messages = contents.map((content, index) => ({ content, ageDays: contents.length - index }));
    expect(ranked(search, messages)).toEqual(contents.map((__, index) => index));
  });

  it.each(['invoice_id', '"invoice id"'])('has an identifier by its whole name, %s', (search) => {
    expect(
      ranked(search, [{ content: 'pay invoice id', ageDays: 5 }, { content: 'pay invoice_id' }]),
    ).toEqual([1, 0]);
  });

  it('has a word by itself beside repeated words that begin with it', () => {
    const content = 'invoices invoice invoices';
    expect(ranked('invoice', [{ content: 'the invoice', ageDays: 1 }, { content }])).toEqual([1, 0]);
  });

  it('has the rarest of the words around OR', () => {
    const often = Array.from({ length: 30 }, () => ({ content: 'a meeting' }));
    expect(ranked('meeting OR kestrel ', [{ content: 'a kestrel', ageDays: 30 }, ...often])[0]).toBe(0);
  });

  it.each<[string, Partial<Sent>]>([
    ['is in a followed topic', { isFollowed: true }],
    ['is one of one’s own', { isOwn: true }],
    ['is of a person with whom one writes', { isFromCorrespondent: true }],
  ])('%s, of equal ones', (_, over) => {
    expect(ranked('harbor', [{ content: 'harbor', ...over }, { content: 'harbor' }])).toEqual([0, 1]);
  });

  it('is the newest of equal ones', () => {
    expect(ranked('harbor', [{ content: 'harbor' }, { content: 'harbor' }])).toEqual([1, 0]);
    expect(
      ranked('harbor', [
        { content: 'harbor', ageDays: 10 },
        { content: 'harbor', ageDays: 90 },
      ]),
    ).toEqual([0, 1]);
  });

  it('is nowhere when no message fits', () => {
    expect(byRelevance(parseSearch('harbor'), [], nowSeconds)).toEqual([]);
  });
});
