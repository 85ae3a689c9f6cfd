import { CreateQueueRequest } from '@parley/proto/eventqueue/v1/event_queue';
import { describe, expect, it } from 'vitest';
import { maxProfileLength, profileText as profileTextOf, SharedProfiles } from './profile.ts';

const filter = { eventTypes: [] as string[], hasEventTypes: false, allPublicStreams: false };
const emptyTopicName = 'general chat';
const request = (fields: Parameters<typeof CreateQueueRequest.fromPartial>[0]) =>
  CreateQueueRequest.fromPartial(fields);
const profileText = (of: CreateQueueRequest) => profileTextOf(of, { ownerId: 7, emptyTopicName });

describe('the profile of a queue', () => {
  it('contains only the options that affect delivery', () => {
    const plain = request({ capabilities: ['empty_topic_name', 'bulk_message_deletion'], clientName: 'one' });
    const odd = request({
      capabilities: ['bulk_message_deletion', 'x'.repeat(900_000), 'empty_topic_name', 'empty_topic_name'],
      clientName: 'two',
    });
    expect(profileText(odd)).toBe(profileText(plain));
    const types = [...Array(1000).keys()].map((n) => `type-${n}-${'x'.repeat(500)}`);
    const text = profileText(
      request({ filter: { ...filter, hasEventTypes: true, eventTypes: [...types, 'message'] } }),
    );
    expect(JSON.parse(text)).toMatchObject({ eventTypes: ['message'] });
    expect(new SharedProfiles(1).get(text).profile.types).toEqual(new Set(['message']));
  });

  it('resolves the names of the empty topic, and `me`', () => {
    const narrowTo = (operator: string, operand: string) =>
      JSON.parse(profileText(request({ filter: { ...filter, narrow: [{ operator, operand }] } }))).narrow;
    for (const operator of ['topic', 'subject']) {
      for (const operand of ['', ' general chat ', '(no topic)']) {
        expect(narrowTo(operator, operand)).toEqual([{ operator, operand: '' }]);
      }
      expect(narrowTo(operator, 'lunch')).toEqual([{ operator, operand: 'lunch' }]);
    }
    expect(narrowTo('channel', 'general chat')).toEqual([{ operator: 'channel', operand: 'general chat' }]);
    for (const operator of ['sender', 'from'])
      expect(narrowTo(operator, 'me')).toEqual([{ operator, operand: '7' }]);
  });

  it('is refused when it is longer than the limit', () => {
    const refused = (narrow: { operator: string; operand: string }[]) =>
      expect(() => profileText(request({ filter: { ...filter, narrow } }))).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST' }),
      );
    refused([{ operator: 'topic', operand: 'x'.repeat(1_001) }]);
    refused([{ operator: 'x'.repeat(60_000), operand: '' }]);
    refused(Array(20).fill({ operator: 'topic', operand: 'x'.repeat(maxProfileLength / 20) }));
    const longest = { operator: 'topic', operand: 'x'.repeat(1_000) };
    expect(profileText(request({ filter: { ...filter, narrow: Array(7).fill(longest) } }))).toContain('xxx');
  });

  it('is shared by recently opened queues, within its limit', () => {
    const shared = new SharedProfiles(3);
    const text = (n: number) => profileText(request({ filter: { ...filter, narrow: [term(n)] } }));
    const term = (n: number) => ({ operator: 'topic', operand: String(n) });
    const first = shared.get(text(0));
    for (let n = 1; n < 50; n++) {
      shared.get(text(n));
      expect(shared.get(text(0))).toBe(first);
      expect(shared.size).toBeLessThanOrEqual(3);
    }
    expect(shared.get(text(1))).not.toBe(first);
    expect(shared.get(text(1))).toBe(shared.get(text(1)));
  });
});
