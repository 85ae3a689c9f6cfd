import { verify } from 'node:crypto';
import type { Ctx } from '../context.ts';
import { isSigned, type Signed } from '../domain/deliveries/verify.ts';
import type { Verification } from '../domain/integration.ts';

/**
 * Returns whether a request proves that it is of the sender whom the secret of the address names.
 * @throws UNAVAILABLE when the key of the sender cannot be asked for now
 */
export async function isVerified(
  { publishedKeys, clock }: Pick<Ctx, 'publishedKeys' | 'clock'>,
  verification: Verification,
  request: Signed,
  secret: string,
): Promise<boolean> {
  if (verification.kind !== 'published')
    return isSigned(verification, request, secret, Math.floor(clock.now() / 1000));
  const { keyUrl, keyIn = (body: string) => body } = verification;
  const found = verification.read(request, secret);
  if (!found || !keyUrl.test(found.keyUrl)) return false;
  const key = await publishedKeys.keyAt(found.keyUrl, keyIn);
  const signature = Buffer.from(found.signature, 'base64');
  return key !== undefined && verify(found.algorithm, Buffer.from(found.text), key, signature);
}
