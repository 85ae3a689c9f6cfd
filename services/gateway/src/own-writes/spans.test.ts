import { describe, expect, it } from 'vitest';
import type { Change } from './recent-writers.ts';
import { type Span, Spans } from './spans.ts';

const user = 7;
const spanOf = (beganMs: number, change: Change = 'messages', joinCount?: number): Span => ({
  write: { write: `w${beganMs}`, userId: user, change },
  beganMs,
  announced: Promise.resolve(joinCount),
  ...(joinCount !== undefined && { acknowledged: { joinCount } }),
  writes: 0,
});
const at = (nowMs: number, joinCount: number | undefined = 1) =>
  ({ userId: user, change: 'messages', joinCount, nowMs }) as const;

describe('a span', () => {
  it('covers further messages of its user for two seconds, also while it is being announced', () => {
    const spans = new Spans();
    const span = spanOf(100);
    expect(spans.share(span)).toBe(undefined);
    expect([spans.find(at(100)), spans.find(at(2_099))]).toEqual([span, span]);
    expect(spans.find(at(2_100))).toBe(undefined);
    expect(spans.find({ ...at(100), userId: 8 })).toBe(undefined);
    expect(spans.find({ ...at(100), change: 'facts' })).toBe(undefined);
  });

  it('of facts covers no other write', () => {
    const spans = new Spans();
    const span = spanOf(100, 'facts', 1);
    spans.share(span);
    expect([spans.find({ ...at(100), change: 'facts' }), spans.isShared(span)]).toEqual([undefined, false]);
  });

  it('covers no further message once a gateway does not know it', () => {
    const spans = new Spans();
    const span = spanOf(100, 'messages', 1);
    spans.share(span);
    expect([spans.find(at(200, 1)), spans.find(at(200, 2))]).toEqual([span, undefined]);
    expect(spans.find({ ...at(200), joinCount: undefined })).toBe(undefined);
    span.acknowledged = { joinCount: undefined };
    expect(spans.find({ ...at(200), joinCount: undefined })).toBe(undefined);
  });

  it('ends when it is replaced, withdrawn or old', () => {
    const spans = new Spans();
    const [first, second, third] = [spanOf(100), spanOf(200), spanOf(300)];
    spans.share(first);
    expect(spans.share(second)).toBe(first);
    spans.withdraw(first);
    expect([spans.isShared(first), spans.isShared(second)]).toEqual([false, true]);
    spans.withdraw(second);
    expect(spans.isShared(second)).toBe(false);
    spans.share(third);
    expect([spans.expire(2_299), spans.expire(2_300), spans.expire(2_300)]).toEqual([[], [third], []]);
    expect(spans.isShared(third)).toBe(false);
  });
});
