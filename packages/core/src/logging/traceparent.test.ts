import { parseTraceParent } from '@opentelemetry/core';
import { describe, expect, it } from 'vitest';
import { formatTraceparent, isSampled, parseTraceparent, sampledTraceId } from './traceparent.ts';

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

describe('a trace context', () => {
  it.each([
    `00-${trace}-${span}-01`,
    `00-${trace}-${span}-00`,
    `00-${trace}-${span}-03`,
    `00-${trace}-${span}-1`,
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-0x`,
    '00',
    '',
  ])('%s is read as OpenTelemetry reads it', (text) => {
    const parsed = parseTraceparent(text);
    const { traceId, spanId, traceFlags } = parseTraceParent(text) ?? {};
    expect(parsed && [parsed.traceId, parsed.spanId, parsed.traceFlags]).toEqual(
      traceId === undefined ? undefined : [traceId, spanId, traceFlags],
    );
  });

  it('of a later version is not read, because its flags may mean something else', () => {
    expect(parseTraceparent(`01-${trace}-${span}-01`)).toBeUndefined();
  });

  it('is written as it was read', () => {
    const text = `00-${trace}-${span}-03`;
    expect(formatTraceparent(parseTraceparent(text)!)).toBe(text);
  });

  it('is recorded when the recorded flag is set, whatever other flags are set', () => {
    const flags = ['00', '01', '02', '03'];
    expect(flags.map((each) => isSampled(`00-${trace}-${span}-${each}`))).toEqual([false, true, false, true]);
    expect(sampledTraceId(`00-${trace}-${span}-03`)).toBe(trace);
    expect(sampledTraceId(`00-${trace}-${span}-02`)).toBeUndefined();
    expect(sampledTraceId(undefined)).toBeUndefined();
  });
});
