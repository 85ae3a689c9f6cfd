import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import { expect, it } from 'vitest';
import type { Ctx } from '../context.ts';
import { integrations } from '../incoming-webhooks/catalogue.ts';
import { getInitialState } from './get-initial-state.ts';

const ask = async (options: Partial<InitialStateOptions>) => {
  const { state } = await getInitialState({} as Ctx, { options: InitialStateOptions.create(options) });
  if (!state) throw new Error('There is no state.');
  return state;
};

it('sends the list of integrations once to a gateway that keeps shared texts', async () => {
  const first = await ask({ takesShared: true });
  expect(JSON.parse(first.fieldsJson.toString())).toEqual({});
  const [list] = first.shared;
  if (!list) throw new Error('Nothing is shared.');
  expect(list.name).toBe('realm_incoming_webhook_bots');
  expect(JSON.parse(list.text.toString())).toHaveLength(integrations.length);

  const later = await ask({ takesShared: true, heldTexts: [list.digest] });
  expect(later.shared).toEqual([{ ...list, text: Buffer.alloc(0) }]);
});

it('sends the list as a field to others', async () => {
  const { fieldsJson, shared } = await ask({});
  expect(shared).toEqual([]);
  expect(JSON.parse(fieldsJson.toString()).realm_incoming_webhook_bots).toHaveLength(integrations.length);
});
