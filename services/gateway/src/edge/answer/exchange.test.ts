import type { ServerResponse } from 'node:http';
import { createLogger, silentLogger, useTracer } from '@parley/core';
import { createRegistry } from '@parley/service-kit';
import { afterEach, expect, it, vi } from 'vitest';
import { createExchangeLog, type Exchange, measureLoad } from './exchange.ts';

afterEach(() => useTracer(undefined));

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traced = (flags: string): Exchange => ({
  method: 'GET',
  operation: 'get-users',
  requestId: 'r',
  startedAt: performance.now(),
  aborter: new AbortController(),
  userId: 7,
  language: undefined,
  isRoutine: false,
  rate: undefined,
  span: {
    traceparent: `00-${traceId}-b7ad6b7169203331-${flags}`,
    set: () => undefined,
    fail: () => undefined,
    end: () => undefined,
    run: (work) => work(),
  },
  onEnd: [],
  isStreamed: false,
});
const response = { writableFinished: true, statusCode: 200 } as ServerResponse;

it('links a slow request to its trace while traces are recorded', async () => {
  useTracer({} as never);
  const registry = createRegistry();
  const exchanges = createExchangeLog(silentLogger, registry);
  exchanges.finished(traced('00'), response);
  expect(await registry.metrics()).not.toContain('trace_id');
  exchanges.finished(traced('01'), response);
  expect(registry.contentType).toContain('application/openmetrics-text');
  expect(await registry.metrics()).toMatch(
    new RegExp(`parley_gateway_request_seconds_bucket\\{.*\\} [12] # \\{trace_id="${traceId}"\\}`),
  );
});

it.each(['with', 'without'])('counts shed requests, %s traces', async (traces) => {
  if (traces === 'with') useTracer({} as never);
  const registry = createRegistry();
  createExchangeLog(silentLogger, registry).shed('requests', 503);
  expect(await registry.metrics()).toContain(
    'parley_gateway_request_seconds_count{operation="shed",status="503"} 1',
  );
});

it('exports the plain format without traces', async () => {
  const registry = createRegistry();
  createExchangeLog(silentLogger, registry).finished({ ...traced('01'), span: undefined }, response);
  expect(registry.contentType).toContain('text/plain');
  expect(await registry.metrics()).toContain('parley_gateway_request_seconds_count');
});

it('logs routine requests only when they fail', () => {
  const linesOf = (isRoutine: boolean, statusCode: number) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) } as never;
    const exchanges = createExchangeLog(createLogger({ service: 'gateway', destination }), createRegistry());
    exchanges.finished({ ...traced('00'), isRoutine }, { ...response, statusCode } as ServerResponse);
    return lines.map((line) => (JSON.parse(line) as { status: number }).status);
  };
  expect(linesOf(true, 200)).toEqual([]);
  expect(linesOf(true, 400)).toEqual([400]);
  expect(linesOf(false, 200)).toEqual([200]);
});

it('logs the number of shed requests at most once a second and counts each of them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const lines: { msg: string; requests?: number; lag?: number }[] = [];
    const destination = { write: (line: string) => lines.push(JSON.parse(line)) } as never;
    const registry = createRegistry();
    const exchanges = createExchangeLog(createLogger({ service: 'gateway', destination }), registry);
    for (const reason of ['requests', 'requests', 'lag'] as const) exchanges.shed(reason, 503);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(lines).toMatchObject([{ msg: 'requests shed', requests: 2, lag: 1 }]);
    vi.advanceTimersByTime(5_000);
    expect(lines).toHaveLength(1);
    expect(await registry.metrics()).toMatch(/request_seconds_count\{.*operation="shed".*\} 3/);
  } finally {
    vi.useRealTimers();
  }
});

it('exports the number of waiting polls and its limit, which the alert compares', async () => {
  const registry = createRegistry();
  measureLoad(() => ({ working: 3, waiting: 40, signingIn: 5, limit: 512 }), 50, registry)('polls');
  const metrics = await registry.metrics();
  expect(metrics).toMatch(/^parley_gateway_polls_waiting 40$/m);
  expect(metrics).toMatch(/^parley_gateway_sign_ins_in_flight 5$/m);
  expect(metrics).toMatch(/^parley_gateway_polls_allowed 50$/m);
  expect(metrics).toMatch(/^parley_gateway_requests_shed_total\{reason="polls"\} 1$/m);
});
