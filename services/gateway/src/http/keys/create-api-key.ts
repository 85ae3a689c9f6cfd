import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { keyAreas } from '../../edge/key-scope.ts';
import { boolean, freeText, integer, json } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const maxDays = 3_650;

import { newKeySchema } from './new-key-schema.ts';

export const createApiKey = route({
  method: 'POST',
  path: '/users/me/api_keys',
  operation: 'create-api-key',
  summary: 'Creates a named API key, which can expire and be limited.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    name: freeText(100),
    is_read_only: boolean().default(false),
    areas: json(z.array(z.enum(keyAreas)).refine((all) => all.length <= keyAreas.length))
      .default([])
      .describe('Areas of the API that the key opens; empty for all.'),
    expires_in_days: integer({ min: 1, max: maxDays })
      .optional()
      .describe('Absent: the key does not expire.'),
  }),
  answer: newKeySchema,
  async handle(ctx, { name, is_read_only, areas, expires_in_days = 0 }, { call }) {
    const { keyId, apiKey } = await ctx.rpc.userAdmin.createNamedKey(
      { name, scope: { isReadOnly: is_read_only, areas }, expiresInSeconds: expires_in_days * 86_400 },
      call,
    );
    return ok({ key_id: keyId, api_key: apiKey });
  },
});
