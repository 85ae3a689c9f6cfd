import type { ServiceError } from '@grpc/grpc-js';
import { errors, errorText, visitor } from '@parley/core';
import { expect, it } from 'vitest';
import { backgroundCall, type Call } from './call.ts';
import { readCall, readError, readFramedCall, writeCall, writeError, writeFramedCall } from './wire.ts';

it.each<Partial<Call>>([
  {},
  { principal: { userId: 7 }, clientName: 'website', remoteAddress: '10.0.0.1' },
  { principal: { userId: 7, sessionId: 9 } },
  { principal: { userId: 7, keySha256: 'bm90IGEgaGFzaA==' } },
  { principal: visitor, program: 'Firefox on Windows' },
  { principal: visitor },
  { principal: { userId: 7, keyScope: { isReadOnly: true, areas: [] } } },
  { principal: { userId: 7, keyScope: { isReadOnly: false, areas: ['users', 'invites'] } } },
  { after: { epoch: '20261122-1', sequence: 412 } },
  { after: 'unknown' },
  { presence: { isActive: true, at: 1_700_000_000 } },
  { presence: { isActive: false, at: 1_700_000_000 } },
])('a call is decoded as it was sent: %j', (more) => {
  const call = { ...backgroundCall(), ...more };
  expect(readCall(writeCall(call, 'secret'), call.deadline, call.signal)).toEqual(call);
  const framed = { ...writeFramedCall(call), id: 1, path: '/', request: Buffer.alloc(0), timeoutMs: 10_000 };
  const { deadline: _, ...received } = readFramedCall(framed, call.signal);
  expect({ ...received, deadline: call.deadline }).toEqual(call);
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
