import { jsonBytes } from '@parley/core';
import {
  type GetInitialStateRequest,
  GetInitialStateResponse,
} from '@parley/proto/integrations/v1/integrations';
import { SharedJson, SharedText, stateOf } from '@parley/registration';
import type { Ctx } from '../context.ts';
import { integrations } from '../incoming-webhooks/catalogue.ts';

/** A third of a small organization's registration, and the same for everybody: a gateway keeps and compresses it once. */
const bots = new SharedText(
  Buffer.from(
    jsonBytes(
      integrations.map(({ name, title, events, options }) => ({
        name,
        display_name: title,
        all_event_types: events.length === 0 ? null : events,
        config_options: [],
        url_options: (options ?? []).map(({ key, label, inputType }) => ({
          key,
          label,
          input_type: inputType,
        })),
      })),
    ),
  ),
);

/** Returns what clients need to offer integrations. It is a part of the program, so no event changes it. */
export const getInitialState = async (
  _ctx: Ctx,
  { options }: GetInitialStateRequest,
): Promise<GetInitialStateResponse> => {
  const members = new Map([
    ['realm_incoming_webhook_bots', new SharedJson([{ text: bots, replacements: [] }])],
  ]);
  const { takesShared = false, heldTexts = [], asksAgain = false } = options ?? {};
  return GetInitialStateResponse.create({ state: stateOf(members, { takesShared, heldTexts, asksAgain }) });
};
