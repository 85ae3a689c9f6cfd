import type { Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Proven } from '../../kernel/domain/proof.ts';
import type { Ctx } from '../context.ts';
import { findSealedApiKey } from '../db/credentials.ts';

/** Returns the API key of an account, to show it or to hand it over. */
export const openApiKey = async (
  { sealer }: Pick<Ctx, 'sealer'>,
  tx: Tx,
  userId: Proven<UserId, 'api-key'>,
): Promise<string> => sealer.open(await findSealedApiKey(tx, userId), userId);
