import { expect, it } from 'vitest';
import { z } from 'zod';
import { events } from './events/index.ts';
import * as api from './index.ts';

const shared = Object.entries<unknown>(api).flatMap(([name, each]) =>
  each instanceof z.ZodType ? [[name, each] as const] : [],
);

it('shared objects have their export name as ID', () => {
  expect(shared.length).toBeGreaterThan(20);
  for (const [name, schema] of shared) {
    const id = z.globalRegistry.get(schema)?.id;
    if (id !== undefined) expect(`${id[0]!.toLowerCase()}${id.slice(1)}Schema`).toBe(name);
  }
});

it('schemas refuse members that they do not describe, but their JSON Schema accepts such members', () => {
  const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 1 };
  expect(api.reactionSchema.safeParse(reaction).success).toBe(true);
  expect(api.reactionSchema.safeParse({ ...reaction, extra: 1 }).success).toBe(false);
  expect(api.jsonSchemaOf(z.strictObject({ reactions: z.array(api.reactionSchema) }))).toEqual({
    schema: {
      type: 'object',
      properties: { reactions: { type: 'array', items: { $ref: '#/components/schemas/Reaction' } } },
      required: ['reactions'],
    },
    shared: {
      Reaction: {
        type: 'object',
        properties: {
          emoji_name: { type: 'string' },
          emoji_code: { type: 'string' },
          reaction_type: { type: 'string', enum: ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] },
          user_id: { type: 'integer' },
        },
        required: ['emoji_name', 'emoji_code', 'reaction_type', 'user_id'],
      },
    },
  });
  expect(api.jsonSchemaOf(api.reactionSchema).schema).toEqual({ $ref: '#/components/schemas/Reaction' });
});

it('events are listed under their type and operation', () => {
  for (const [name, schema] of Object.entries(events)) {
    const { type, op } = schema.shape as { type: z.ZodLiteral<string>; op?: z.ZodLiteral<string> };
    expect(name).toBe([type.value, ...(op ? [op.value] : [])].join('/'));
  }
});
