import { keysOf } from '@parley/core';
import { handOut, keyAreas, limits } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { boolean, freeText, integer, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

import { newKeySchema } from './new-key-schema.ts';

const areaNames = keysOf(keyAreas);
const areasInWords = Object.entries(keyAreas).map(([name, opens]) => `\`${name}\`: ${opens}`);

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
    areas: json(z.array(z.enum(areaNames)).refine((all) => all.length <= areaNames.length))
      .default([])
      .describe(`Areas of the API that the key opens; empty for all. ${areasInWords.join(' ')}`),
    expires_in_days: integer({ min: 1, max: limits.keyDays })
      .optional()
      .describe('Absent: the key does not expire.'),
  }),
  answer: newKeySchema,
  async handle(ctx, { name, is_read_only, areas, expires_in_days = 0 }, { call }) {
    const { keyId, apiKey } = await ctx.rpc.userAdmin.createNamedKey(
      { name, scope: { isReadOnly: is_read_only, areas }, expiresInSeconds: expires_in_days * 86_400 },
      call,
    );
    return ok({ key_id: keyId, api_key: handOut('API key', apiKey, call.principal) });
  },
});
