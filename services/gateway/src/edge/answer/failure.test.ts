import { type ErrorCode, errorStatus, errors, ParleyError } from '@parley/core';
import { expect, it } from 'vitest';
import { renderFailure, toParleyError } from './failure.ts';

it.each(Object.keys(errorStatus) as ErrorCode[])('renders %s with its status, and its fields', (code) => {
  const { status, body } = renderFailure(new ParleyError(code, 'Nothing to do.', { extra: [1] }), 'r1');
  expect(status).toBe(errorStatus[code]);
  const msg = status >= 500 ? 'Nothing to do (request ID: r1)' : 'Nothing to do.';
  expect(JSON.parse(body)).toEqual({ result: 'error', msg, code, extra: [1] });
});

it('tells with headers when to retry and how to authenticate', () => {
  expect(renderFailure(errors.rateLimitHit(1.25), 'r').headers).toMatchObject({ 'retry-after': '2' });
  expect(renderFailure(errors.unavailable(), 'r').headers).toMatchObject({ 'retry-after': '1' });
  expect(renderFailure(errors.unauthorized(), 'r').headers).toMatchObject({
    'www-authenticate': 'Basic realm="parley"',
  });
});

it('translates the fields that people read', () => {
  const bodyOf = (error: ParleyError) => JSON.parse(renderFailure(error, 'r', { language: 'de' }).body);
  expect(bodyOf(errors.badNarrow('unknown channel'))).toMatchObject({
    msg: 'Ungültiger Filter: unbekannter Kanal',
    desc: 'unbekannter Kanal',
  });
  const skipped = [['a@b.example', 'Already has an account.', false]];
  const failed = new ParleyError('INVITATION_FAILED', "We weren't able to invite anyone.", {
    errors: skipped,
  });
  expect(bodyOf(failed).errors).toEqual([['a@b.example', 'Hat schon ein Konto.', false]]);
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
