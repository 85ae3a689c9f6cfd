import { afterEach, expect, it, vi } from 'vitest';
import { reasonOf } from '../model/failures.ts';
import german from '../texts/de/second-factor.json' with { type: 'json' };
import { createPasskey } from './authenticator.ts';

afterEach(() => vi.unstubAllGlobals());

const enrolment = {
  challenge: 'AAAA',
  challenge_token: 'token',
  rp_id: 'localhost',
  rp_name: 'Parley',
  user_handle: 'AQ',
  user_name: 'anna@example.com',
  display_name: 'Anna',
  excluded: [{ id: 'Ag', transports: ['internal'] }],
} as unknown as Parameters<typeof createPasskey>[0];

/** Returns the error of `createPasskey` when the browser refuses with a `DOMException` of this name. */
async function failureAfter(name: string): Promise<unknown> {
  const create = async () => {
    throw new DOMException('Refused.', name);
  };
  vi.stubGlobal('navigator', { credentials: { create } });
  return createPasskey(enrolment).catch((error: unknown) => error);
}

it('says that this device already has a passkey of the account', async () => {
  expect(reasonOf(await failureAfter('InvalidStateError'))).toBe(
    'This device already has a passkey for your account.',
  );
  expect(german.passkeyExists).toBe('Dieses Gerät hat schon einen Passkey für dein Konto.');
});

it('leaves it to the form to explain that the person closed the dialog', async () => {
  expect(await failureAfter('NotAllowedError')).toMatchObject({ name: 'NotAllowedError' });
});
