import type { ServiceError } from '@grpc/grpc-js';
import { errors, errorText } from '@parley/core';
import { expect, it } from 'vitest';
import { backgroundCall, type Call } from './call.ts';
import { readCall, readError, writeCall, writeError } from './wire.ts';

it.each<Partial<Call>>([
  {},
  { principal: { userId: 7 }, clientName: 'website', remoteAddress: '10.0.0.1' },
  { after: { epoch: '20261122-1', sequence: 412 } },
  { after: 'unknown' },
  { presence: { isActive: true, at: 1_700_000_000 } },
  { presence: { isActive: false, at: 1_700_000_000 } },
])('a call is decoded as it was sent: %j', (more) => {
  const call = { ...backgroundCall(), ...more };
  expect(readCall(writeCall(call, 'secret'), call.deadline, call.signal)).toEqual(call);
});

const carried = (error: unknown) => readError(writeError(error) as unknown as ServiceError);

it('an error can be translated by the process that receives it', () => {
  const error = errors.badRequest(errorText("Channel '{name}' already exists", { name: 'Küche' }));
  const received = carried(error);
  expect(received).toMatchObject({ code: error.code, message: error.message, status: error.status });
  expect(received.messageIn('de')).toBe('Den Kanal „Küche“ gibt es schon');
  expect(carried(errors.badNarrow('unknown channel')).messageIn('de')).toBe(
    'Ungültiger Filter: unbekannter Kanal',
  );
  expect(carried(errors.notFound()).messageIn('de')).toBe('Nicht gefunden');
});

it('an error with large fields is received without them', () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `${Math.sin(at)}`);
  const received = carried(
    errors.badRequest(errorText('Invalid {parameter}', { parameter: 'x' }), { words }),
  );
  expect(received).toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid x', fields: {} });
});
