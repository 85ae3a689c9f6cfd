import type { ZoomToken } from '@parley/proto/useradmin/v1/calls';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';

type Sealing = Pick<Ctx, 'zoomSealer' | 'logger'>;

export const sealToken = ({ zoomSealer }: Sealing, token: ZoomToken, userId: UserId): Buffer =>
  zoomSealer.seal(JSON.stringify(token), userId);

/** Undefined when the key is not known any more. Then the person must connect the Zoom account again. */
export function openToken(
  { zoomSealer, logger }: Sealing,
  sealed: Buffer | undefined,
  userId: UserId,
): ZoomToken | undefined {
  if (!sealed) return undefined;
  try {
    return JSON.parse(zoomSealer.open(sealed, userId)) as ZoomToken;
  } catch (err) {
    logger.warn({ err, userId }, 'the token of a Zoom account cannot be read');
    return undefined;
  }
}
