import { type ErrorCode, errorStatus, errors, ParleyError } from '@parley/core';
import { expect, it } from 'vitest';
import { renderFailure, toParleyError } from './failure.ts';

it.each(Object.keys(errorStatus) as ErrorCode[])('renders %s with its status, and its fields', (code) => {
  const { status, body } = renderFailure(new ParleyError(code, 'Sorry.', { extra: [1] }), 'r1');
  expect(status).toBe(errorStatus[code]);
  const msg = status >= 500 ? 'Sorry (request ID: r1)' : 'Sorry.';
  expect(JSON.parse(body)).toEqual({ result: 'error', msg, code, extra: [1] });
});

it('has headers that say when to retry and how to authenticate', () => {
  expect(renderFailure(errors.rateLimitHit(1.25), 'r').headers).toEqual({ 'retry-after': '2' });
  expect(renderFailure(errors.unavailable(), 'r').headers).toEqual({ 'retry-after': '1' });
  expect(renderFailure(errors.unauthorized(), 'r').headers).toEqual({
    'www-authenticate': 'Basic realm="parley"',
  });
});

it('hides unexpected errors from clients', () => {
  for (const strange of [
    new Error('secret'),
    'secret',
    undefined,
    null,
    { statusCode: 200 },
    { code: 'x' },
  ]) {
    expect(toParleyError(strange)).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
    });
  }
  expect(toParleyError({ statusCode: 422, message: 'secret' })).toMatchObject({
    message: 'Malformed request',
  });
});
