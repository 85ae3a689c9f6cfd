import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getApiKeys = route({
  method: 'GET',
  path: '/users/me/api_keys',
  operation: 'get-api-keys',
  summary: "Lists the caller's named API keys, without the keys themselves.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    api_keys: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        is_read_only: z.boolean(),
        /** Areas of the API that the key may use; empty for all areas. */
        areas: z.array(z.string()),
        /** Unix time in seconds. */
        created: z.int(),
        /** Unix time in seconds; null for a key that does not expire. */
        expires: z.int().nullable(),
        /** Unix time in seconds; null for a key that was never used. */
        last_used: z.int().nullable(),
        last_used_address: z.string(),
      }),
    ),
  }),
  async handle(ctx, _values, { call }) {
    const { keys } = await ctx.rpc.userAdmin.listNamedKeys({}, call);
    return ok({
      api_keys: keys.map(({ keyId, name, scope, createdAt, ...rest }) => ({
        id: keyId,
        name,
        is_read_only: scope!.isReadOnly,
        areas: scope!.areas,
        created: createdAt,
        expires: rest.expiresAt || null,
        last_used: rest.lastUsedAt || null,
        last_used_address: rest.lastUsedAddress,
      })),
    });
  },
});
