import { describe, expect, it } from 'vitest';
import { groupMention, personMention, triggerAt } from './triggers.ts';

describe('the text before the cursor', () => {
  it.each([
    ['Hi @bo', { kind: 'mention', query: 'bo', from: 3, isSilent: false }],
    ['Hi @_bo', { kind: 'mention', query: 'bo', from: 3, isSilent: true }],
    ['Hi @**bo', { kind: 'mention', query: 'bo', from: 3, isSilent: false }],
    ['Hi @_**bo', { kind: 'mention', query: 'bo', from: 3, isSilent: true }],
    ['Hi @_*pain', { kind: 'mention', query: 'pain', from: 3, isSilent: true }],
    ['see #des', { kind: 'channel', query: 'des', from: 4 }],
    ['see #**design>lo', { kind: 'topic', query: 'lo', from: 4, channel: 'design' }],
    ['nice :tad', { kind: 'emoji', query: 'tad', from: 5 }],
    ['/po', { kind: 'command', query: 'po', from: 0 }],
    ['name@example', undefined],
    ['at 10:30', undefined],
  ])('%s', (text, trigger) => expect(triggerAt(text, text.length)).toEqual(trigger));
});

describe('a mention', () => {
  it('notifies unless it is silent', () => {
    expect(personMention('bob')).toBe('@**bob**');
    expect(personMention('bob', true)).toBe('@_**bob**');
    expect(groupMention('painters')).toBe('@*painters*');
    expect(groupMention('painters', true)).toBe('@_*painters*');
  });
});
