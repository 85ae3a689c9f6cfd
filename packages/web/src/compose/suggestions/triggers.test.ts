import { describe, expect, it } from 'vitest';
import { triggerAt } from './triggers.ts';

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
    ['資料を@ア', { kind: 'mention', query: 'ア', from: 3, isSilent: false }],
    ['（@bo', { kind: 'mention', query: 'bo', from: 1, isSilent: false }],
    ['はい。#des', { kind: 'channel', query: 'des', from: 3 }],
    ['資料を＠bo', { kind: 'mention', query: 'bo', from: 3, isSilent: false }],
    ['see ＃des', { kind: 'channel', query: 'des', from: 4 }],
    ['ดู@', { kind: 'mention', query: '', from: 2, isSilent: false }],
    ['注意:ab', undefined],
    ['имя@bo', undefined],
    ['at 10:30', undefined],
    ['see #**2*3>lo', { kind: 'topic', query: 'lo', from: 4, channel: '2*3' }],
    ['see #**design>logo** and >', undefined],
  ])('%s', (text, trigger) => expect(triggerAt(text, text.length)).toEqual(trigger));

  it('names a topic of a channel whose name contains >', () => {
    const text = '#**in > out>a > b';
    const isChannel = (name: string) => name === 'in > out';
    expect(triggerAt(text, text.length, isChannel)).toMatchObject({ channel: 'in > out', query: 'a > b' });
  });
});
