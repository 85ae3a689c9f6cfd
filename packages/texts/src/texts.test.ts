import { describe, expect, it } from 'vitest';
import { languageOf, preferredLanguage } from './language.ts';
import { textsIn, welcomeIn } from './texts.ts';

describe('the texts', () => {
  it('are English for languages without a translation', () => {
    expect(textsIn('fr')).toBe(textsIn('en'));
    expect(textsIn(undefined)).toBe(textsIn('en'));
    expect([languageOf('de-AT'), languageOf('de_DE'), languageOf('DE'), languageOf('den')]).toEqual([
      'de',
      'de',
      'de',
      'en',
    ]);
  });

  it('count in singular and plural', () => {
    const { topics } = textsIn('en').conversations;
    expect(topics.messagesMovedHere({ count: 1, from: 'a', by: 'c' })).toBe(
      'A message was moved here from a by c.',
    );
    expect(topics.messagesMovedAway({ count: 3, to: 'b', by: 'c' })).toBe(
      '3 messages were moved from this topic to b by c.',
    );
    expect(textsIn('de').channels.retention.days({ count: 1 })).toBe('1 Tag');
    expect(textsIn('de').channels.people({ count: 2 })).toBe('2 Personen');
  });

  it('keep values that look like parameters, and are functions only where they have parameters', () => {
    expect(textsIn('en').mails.helloTo({ name: '{organization}' })).toBe('Hello {organization},');
    expect(textsIn('en').mails.hello).toBe('Hello,');
    expect(textsIn('de').conversations.reports.reasons.other).toBe('Anderer Grund');
    // @ts-expect-error: the text has another parameter
    textsIn('en').mails.helloTo({ person: 'Iago' });
  });
});

describe('the welcome message', () => {
  it('is translated unless the organization wrote its own', () => {
    const { welcome } = textsIn('en').conversations;
    expect(welcomeIn('de', welcome)).toBe(textsIn('de').conversations.welcome);
    expect(welcomeIn('en', welcome)).toBe(welcome);
    expect(welcomeIn('de', 'Our own words')).toBe('Our own words');
  });
});

describe('Accept-Language', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['fr', undefined],
    ['de', 'de'],
    ['en-US,en;q=0.9', 'en'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
    ['de;q=0.5, en;q=0.8', 'en'],
    ['*', undefined],
    ['fr, *;q=0.5, de;q=0.1', undefined],
    ['de, *;q=0.5', 'de'],
    ['de;q=0, en', 'en'],
    ['de;q=nonsense', undefined],
    [`${'xx,'.repeat(100)}de`, undefined],
  ] as const)('%j prefers %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
