import { createHash } from 'node:crypto';
import { InitialState, type Replacement } from '@parley/proto/common/v1/initial_state';
import { Origin } from '@parley/proto/events/v1/event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isShared } from '../edge/answer/shared-gzip.ts';
import { type SharedMemberParts, type SharedOptions, SharedTexts } from './shared-texts.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns a shared member of a service's answer. With `sent: false`, it has only the digest, because the gateway already has
 * the text.
 */
const member = (name: string, text: string, sent: boolean, replacements: Replacement[] = []) => ({
  name,
  digest: digestOf(text),
  text: sent ? Buffer.from(text) : Buffer.alloc(0),
  replacements,
  isShortLived: false,
});

const stateOf = (...shared: InitialState['shared']) => ({ state: InitialState.create({ shared }) });

/** Returns a service's answer with one shared member. */
const answer = (text: string, sent: boolean, replacements: Replacement[] = []) =>
  stateOf(member('people', text, sent, replacements));

/** Reads answers of a fake service. Returns the shared members, and the digests that were offered to the service. */
async function read(
  texts: SharedTexts,
  answers: readonly { state: InitialState }[],
  { service = Origin.USER_ADMIN, offersTexts = true }: { service?: Origin; offersTexts?: boolean } = {},
) {
  const asked: SharedOptions[] = [];
  const { shared } = await texts.read(
    service,
    offersTexts,
    async (options) => answers[asked.push(options) - 1]!,
  );
  return { shared, offered: asked.map(({ heldTexts }) => heldTexts) };
}

const textOf = (members: readonly SharedMemberParts[]) =>
  members.map(({ name, parts }) => [name, Buffer.concat(parts).toString()]);

it('caches a text that a service sent, and offers it to the service afterwards', async () => {
  const texts = new SharedTexts();
  const first = await read(texts, [answer('["a"]', true)]);
  expect(first.offered).toEqual([[]]);
  expect(textOf(first.shared)).toEqual([['people', '["a"]']]);
  const second = await read(texts, [answer('["a"]', false)]);
  expect(second.offered).toEqual([[digestOf('["a"]')]]);
  expect(textOf(second.shared)).toEqual([['people', '["a"]']]);
});

it('does not offer a text to another service, nor to a service that does not share texts', async () => {
  const texts = new SharedTexts();
  await read(texts, [answer('["a"]', true)]);
  expect((await read(texts, [stateOf()], { service: Origin.CHANNEL })).offered).toEqual([[]]);
  expect((await read(texts, [stateOf()], { offersTexts: false })).offered).toEqual([[]]);
});

it('forgets a short-lived text after some seconds, however often it is used', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1_000); // The LRU cache treats the time 0 as unset.
  const texts = new SharedTexts();
  const brief = (sent: boolean) => stateOf({ ...member('presences', '{}', sent), isShortLived: true });
  await read(texts, [brief(true)]);
  for (let second = 1; second <= 4; second++) {
    vi.advanceTimersByTime(1_000);
    expect((await read(texts, [brief(false)])).offered).toEqual([[digestOf('{}')]]);
  }
  vi.advanceTimersByTime(2_000);
  expect((await read(texts, [brief(true)])).offered).toEqual([[]]);
});

it('replaces parts of the shared text by the viewer’s own texts', async () => {
  const texts = new SharedTexts();
  const own = [
    { start: 1, end: 4, text: Buffer.from('"me"') },
    { start: 9, end: 12, text: Buffer.from('"you"') },
  ];
  const { shared } = await read(texts, [answer('["a","b","c"]', true, own)]);
  expect(textOf(shared)).toEqual([['people', '["me","b","you"]']]);
  const again = await read(texts, [answer('["a","b","c"]', false)]);
  expect(textOf(again.shared)).toEqual([['people', '["a","b","c"]']]);
});

it('repeats the request until all texts have arrived, and offers the texts that arrived', async () => {
  const texts = new SharedTexts();
  const part = (sent: readonly boolean[], isIncomplete: boolean) => ({
    state: InitialState.create({
      shared: sent.map((each, index) => member('people', `text ${index}`, each)),
      isIncomplete,
    }),
  });
  const { shared, offered } = await read(texts, [
    part([true, false, false], true),
    part([false, true, false], true),
    part([false, false, true], false),
  ]);
  expect(textOf(shared)).toEqual([['people', 'text 0text 1text 2']]);
  expect(offered).toEqual([[], [digestOf('text 0')], [digestOf('text 0'), digestOf('text 1')]]);
});

it('keeps an offered text for the registration that offered it, however much other text arrives', async () => {
  const texts = new SharedTexts();
  await read(texts, [answer('[1]', true)]);
  const { shared } = await texts.read(Origin.USER_ADMIN, true, async ({ heldTexts }) => {
    expect(heldTexts).toEqual([digestOf('[1]')]);
    for (let index = 0; index < 40; index++) {
      await read(texts, [answer(`["${'x'.repeat(4_000_000)}${index}"]`, true)]);
    }
    return answer('[1]', false);
  });
  expect(textOf(shared)).toEqual([['people', '[1]']]);
  const { offered } = await read(texts, [answer('[2]', true)]);
  // The registration used the text and so moved it to the front of the LRU cache.
  expect(offered[0]).toContainEqual(digestOf('[1]'));
  expect(offered[0]!.length).toBeLessThan(40);
});

it('joins pieces of one field, and finds a text that an answer uses twice although it contains the text once', async () => {
  const texts = new SharedTexts();
  const close = { start: 4, end: 4, text: Buffer.from(']') };
  const { shared } = await read(texts, [
    stateOf(
      member('all', '["a"', true),
      member('all', ',"b"', true, [close]),
      member('some', ',"b"', false, [{ start: 0, end: 1, text: Buffer.from('[') }, close]),
    ),
  ]);
  expect(textOf(shared)).toEqual([
    ['all', '["a","b"]'],
    ['some', '["b"]'],
  ]);
  expect(shared.map(({ parts }) => parts.length)).toEqual([1, 1]);
});

it('copies small parts together and does not copy large ones', async () => {
  const texts = new SharedTexts();
  const large = `["${'x'.repeat(100_000)}"]`;
  const own = [{ start: 0, end: 1, text: Buffer.from(' [') }];
  const { shared } = await read(texts, [answer(large, true, own)]);
  expect(shared[0]!.parts.map((part) => part.length)).toEqual([2, 100_003]);
});

it('shares the compression of every text, also of texts that arrived in one block of memory', async () => {
  const [one, two] = [`["${'1'.repeat(20_000)}"]`, `["${'2'.repeat(20_000)}"]`];
  const block = Buffer.from(one + two);
  const arrived = (name: string, text: string, at: number) => ({
    ...member(name, text, true),
    text: block.subarray(at, at + text.length),
  });
  const answers = [stateOf(arrived('one', one, 0), arrived('two', two, one.length))];
  const { shared } = await read(new SharedTexts(), answers);
  expect(shared.map(({ parts }) => parts[0]!.length)).toEqual([one.length, two.length]);
  expect(shared.map(({ parts }) => isShared(parts[0]!))).toEqual([true, true]);
});

it('refuses an answer that leaves out a text which was not offered', async () => {
  await expect(read(new SharedTexts(), [answer('[1]', false)])).rejects.toThrow('does not hold');
});
