import type { Call } from '@parley/rpc';
import { z } from 'zod';
import type { Rpc } from '../rpc-clients.ts';

const schema = z.object({ user_id: z.int(), full_name: z.string(), delivery_email: z.string() });

/** Returns the account of the caller: name and real address. */
export async function ownAccount({ rpc }: { rpc: Rpc }, call: Call): Promise<z.infer<typeof schema>> {
  const { userJson } = await rpc.userAdmin.getOwnUser({}, call);
  return schema.parse(JSON.parse(Buffer.from(userJson).toString()));
}
