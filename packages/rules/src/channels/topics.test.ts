import { expect, it } from 'vitest';
import { parseNewTopic, parseTopic } from './topics.ts';

it('a topic consists of visible characters', () => {
  for (const topic of ['lunch', '\u200blunch', '👩‍🚀', '✔ done', '٣']) {
    expect(parseTopic(topic, 'general chat')).toBe(topic);
  }
  for (const topic of ['', '   ', '(no topic)', 'general chat']) {
    expect(parseTopic(topic, 'general chat')).toBe('');
  }
  for (const topic of ['\u200b', '\u200d \u2060', '\u3164', '\u2800', '\u00ad', '\udb40\udc41']) {
    expect(() => parseTopic(topic, 'general chat')).toThrow('Invalid character in topic, at position 1!');
  }
  expect(() => parseTopic('a\u2028b', 'general chat')).toThrow('at position 2!');
});

it('a topic that messages get has no hidden characters', () => {
  for (const topic of ['lunch', '👩‍🚀', '✔ done', '٣', 'क\u200dष', 'אב\u200fג', '❤️']) {
    expect(parseNewTopic(topic, 'general chat')).toBe(topic);
  }
  for (const hidden of [
    '\u200b',
    '\u202e',
    '\u2066',
    '\u3164',
    '\u2800',
    '\ufeff',
    '\u00ad',
    '\u2028',
    '\u0007',
  ]) {
    expect(() => parseNewTopic(`a${hidden}b`, 'general chat')).toThrow('at position 2!');
  }
});

it('a topic beyond the limit is shortened, and a topic is the same after it was shortened', () => {
  for (const topic of ['x'.repeat(61), '👩'.repeat(70), ` ${'👨‍👩‍👧'.repeat(30)}`, `${'a '.repeat(60)}`]) {
    const short = parseTopic(topic, 'general chat');
    expect([...short].length).toBeLessThanOrEqual(60);
    expect(short.endsWith('...')).toBe(true);
    expect(parseTopic(short, 'general chat')).toBe(short);
  }
  expect(parseTopic('x'.repeat(61), '')).toBe(`${'x'.repeat(57)}...`);
  expect(parseTopic('👩'.repeat(60), '')).toBe('👩'.repeat(60));
});
