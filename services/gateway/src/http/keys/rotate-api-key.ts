import { handOut } from '@parley/rules';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { newKeySchema } from './new-key-schema.ts';

export const rotateApiKey = route({
  method: 'POST',
  path: '/users/me/api_keys/{key_id}/rotate',
  operation: 'rotate-api-key',
  summary: 'Replaces a named API key. The former one works until the overlap has passed.',
  auth: 'required',
  params: params({
    key_id: integer({ min: 1 }).inPath(),
    overlap_seconds: integer({ min: 0, max: 30 * 86_400 }).default(86_400),
  }),
  answer: newKeySchema,
  async handle(ctx, { key_id, overlap_seconds }, { call }) {
    const request = { keyId: key_id, overlapSeconds: overlap_seconds };
    const { keyId, apiKey } = await ctx.rpc.userAdmin.rotateNamedKey(request, call);
    return ok({ key_id: keyId, api_key: handOut('API key', apiKey, call.principal) });
  },
});
