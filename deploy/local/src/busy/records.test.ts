import { expect, it } from 'vitest';
import { busyChannels } from './channels.ts';
import { busyRecords } from './records.ts';
import { textParts } from './talk-records.ts';
import { talks } from './talks/index.ts';

const end = Date.UTC(2026, 10, 30, 8) / 1000;
const records = [...busyRecords(end)];
const ofKind = <K extends (typeof records)[number]['kind']>(kind: K) =>
  records.filter((record): record is Extract<(typeof records)[number], { kind: K }> => record.kind === kind);

it('is a busy organization: 40 people, 30 channels, 5,000 messages in three weeks', () => {
  const messages = ofKind('message');
  expect(ofKind('person').filter(({ bot }) => !bot)).toHaveLength(40);
  expect(busyChannels).toHaveLength(30);
  expect(messages.length).toBeGreaterThanOrEqual(5_000);
  expect(messages.length).toBeLessThan(5_500);
  expect(Math.min(...messages.map(({ time }) => time))).toBeGreaterThan(end - 22 * 86_400);
  expect(Math.max(...messages.map(({ time }) => time))).toBeLessThan(end);
});

it('refers only to what comes before', () => {
  const known = new Set(records.flatMap((record) => ('key' in record ? [record.key] : [])));
  const wanted = ofKind('message').flatMap(({ sender, reactions = [], content }) => [
    sender,
    ...reactions.map(({ person }) => person),
    ...(typeof content === 'string' ? [] : content).flatMap((part) =>
      typeof part === 'object' && 'key' in part ? [part.key] : [],
    ),
  ]);
  expect(wanted.filter((key) => !known.has(key))).toEqual([]);
});

it('is written by people in the last days, and speaks of people and files that there are', () => {
  const texts = talks.flatMap(({ lines }) => lines.flatMap(([, text]) => textParts(text)));
  expect(texts.filter((part) => typeof part === 'string' && /\{[^{}\n]+\.\w+\}|@\p{Lu}/u.test(part))).toEqual(
    [],
  );
  const written = new Set(
    talks.flatMap((talk) => ('topic' in talk ? [`${talk.channel} ${talk.topic}`] : [])),
  );
  const newest = ofKind('message').slice(-150);
  const others = newest.filter(
    ({ place }) => 'topic' in place && !written.has(`${place.channel} ${place.topic}`),
  );
  expect(others).toEqual([]);
});

it('is the same each time', () => {
  expect(JSON.stringify([...busyRecords(end)])).toBe(JSON.stringify(records));
});

it('leaves no placeholder in a text', () => {
  const texts = ofKind('message').flatMap(({ content }) =>
    (typeof content === 'string' ? [content] : content).filter((part) => typeof part === 'string'),
  );
  expect(
    texts.filter((text) => /\{\w+\}/.test(text) && !text.includes('```') && !text.includes('map(')),
  ).toEqual([]);
});
