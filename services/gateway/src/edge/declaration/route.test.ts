import { expect, it } from 'vitest';
import { z } from 'zod';
import { members, ok, raw } from '../answer/envelope.ts';
import { params } from './params.ts';
import { route } from './route.ts';

const json = Buffer.from('{}');
const declared = {
  method: 'GET',
  path: '/x',
  operation: 'x',
  summary: 'x',
  auth: 'none',
  params: params({}),
} as const;
const answer = z.strictObject({ id: z.int(), name: z.string().optional(), list: z.array(z.int()) });

it('compiles only when the handler returns the answer that the route declares', () => {
  const routes = [
    route({ ...declared, handle: async (_ctx) => ok() }),
    route({ ...declared, answer, handle: async (_ctx) => ok({ id: 1, list: [2] }) }),
    route({ ...declared, answer, handle: async (_ctx) => ok({ id: 1, name: undefined, list: raw(json) }) }),
    route({ ...declared, answer, handle: async (_ctx) => ok(members(json)) }),
    route({ ...declared, answer, handle: async (_ctx) => ok(members(json), { id: 1 }) }),
    // @ts-expect-error a member is missing
    route({ ...declared, answer, handle: async (_ctx) => ok({ id: 1 }) }),
    // @ts-expect-error a member is too many
    route({ ...declared, answer, handle: async (_ctx) => ok({ id: 1, list: [], more: 1 }) }),
    // @ts-expect-error a member has another type
    route({ ...declared, answer, handle: async (_ctx) => ok({ id: '1', list: [] }) }),
    // @ts-expect-error a member of a part has another type
    route({ ...declared, answer, handle: async (_ctx) => ok(members(json), { id: '1' }) }),
    // @ts-expect-error nothing is answered
    route({ ...declared, answer, handle: async (_ctx) => ok() }),
    // @ts-expect-error the route declares no answer
    route({ ...declared, handle: async (_ctx) => ok({ id: 1 }) }),
  ];
  expect(routes).toHaveLength(11);
});
