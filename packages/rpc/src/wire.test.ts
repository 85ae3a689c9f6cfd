import { expect, it } from 'vitest';
import { backgroundCall, type Call } from './call.ts';
import { readCall, writeCall } from './wire.ts';

it.each<Partial<Call>>([
  {},
  { principal: { userId: 7 }, clientName: 'website', remoteAddress: '10.0.0.1' },
  { after: { epoch: '20261122-1', sequence: 412 } },
  { after: 'unknown' },
  { presence: { isActive: true, at: 1_700_000_000 } },
  { presence: { isActive: false, at: 1_700_000_000 } },
])('a call arrives as it was sent: %j', (more) => {
  const call = { ...backgroundCall(), ...more };
  expect(readCall(writeCall(call, 'secret'), call.deadline, call.signal)).toEqual(call);
});
