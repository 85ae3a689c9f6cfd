import { createHash } from 'node:crypto';
import type { Replacement } from '@parley/proto/common/v1/initial_state';
import { expect, it } from 'vitest';
import { SharedTexts } from './shared-texts.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** A service's answer with one shared member; `sent` is false where the gateway holds the text. */
const answer = (text: string, sent: boolean, replacements: Replacement[] = []) => ({
  fieldsJson: Buffer.from('{}'),
  snapshot: undefined,
  shared: [
    {
      name: 'people',
      digest: digestOf(text),
      text: sent ? Buffer.from(text) : Buffer.alloc(0),
      replacements,
    },
  ],
});

const textOf = (members: ReturnType<SharedTexts['membersOf']>) =>
  members.map(({ name, parts }) => [name, Buffer.concat(parts).toString()]);

it('offers a text that a service sent once, and takes it from memory afterwards', () => {
  const texts = new SharedTexts();
  const first = texts.hold();
  expect(first.digests).toEqual([]);
  expect(textOf(texts.membersOf(answer('["a"]', true), first))).toEqual([['people', '["a"]']]);
  const second = texts.hold();
  expect(second.digests).toEqual([digestOf('["a"]')]);
  expect(textOf(texts.membersOf(answer('["a"]', false), second))).toEqual([['people', '["a"]']]);
});

it('puts the own texts of a viewer into the shared one', () => {
  const texts = new SharedTexts();
  const own = [
    { start: 1, end: 4, text: Buffer.from('"me"') },
    { start: 9, end: 12, text: Buffer.from('"you"') },
  ];
  const members = texts.membersOf(answer('["a","b","c"]', true, own), texts.hold());
  expect(textOf(members)).toEqual([['people', '["me","b","you"]']]);
  expect(textOf(texts.membersOf(answer('["a","b","c"]', false), texts.hold()))).toEqual([
    ['people', '["a","b","c"]'],
  ]);
});

it('keeps an offered text for the registration that offered it, however much other text comes', () => {
  const texts = new SharedTexts();
  texts.membersOf(answer('[1]', true), texts.hold());
  const held = texts.hold();
  for (let index = 0; index < 40; index++) {
    texts.membersOf(answer(`["${'x'.repeat(4_000_000)}${index}"]`, true), texts.hold());
  }
  expect(texts.hold().digests).not.toContainEqual(digestOf('[1]'));
  expect(textOf(texts.membersOf(answer('[1]', false), held))).toEqual([['people', '[1]']]);
});

it('joins pieces of one member, and takes a text that is in an answer twice from its first place', () => {
  const texts = new SharedTexts();
  const piece = (name: string, text: string, sent: boolean, replacements: Replacement[] = []) =>
    answer(text, sent, replacements).shared.map((each) => ({ ...each, name }))[0]!;
  const close = { start: 4, end: 4, text: Buffer.from(']') };
  const state = {
    ...answer('', true),
    shared: [
      piece('all', '["a"', true),
      piece('all', ',"b"', true, [close]),
      piece('some', ',"b"', false, [{ start: 0, end: 1, text: Buffer.from('[') }, close]),
    ],
  };
  const members = texts.membersOf(state, texts.hold());
  expect(textOf(members)).toEqual([
    ['all', '["a","b"]'],
    ['some', '["b"]'],
  ]);
  expect(members.map(({ parts }) => parts.length)).toEqual([1, 1]);
});

it('copies small parts together and leaves large ones where they are', () => {
  const texts = new SharedTexts();
  const large = `["${'x'.repeat(100_000)}"]`;
  const [member] = texts.membersOf(
    answer(large, true, [{ start: 0, end: 1, text: Buffer.from(' [') }]),
    texts.hold(),
  );
  expect(member!.parts.map((part) => part.length)).toEqual([2, 100_003]);
});

it('refuses an answer that leaves out a text which was not offered', () => {
  const texts = new SharedTexts();
  expect(() => texts.membersOf(answer('[1]', false), texts.hold())).toThrow('does not hold');
});
