import { jsonBytes } from '@parley/core';
import { InitialState } from '@parley/proto/common/v1/initial_state';
import {
  type GetInitialStateRequest,
  GetInitialStateResponse,
} from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { integrations } from '../receiving/catalogue.ts';

const state = GetInitialStateResponse.create({
  state: InitialState.create({
    fieldsJson: Buffer.from(
      jsonBytes({
        realm_incoming_webhook_bots: integrations.map(({ name, title, events, options }) => ({
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
      }),
    ),
  }),
});

/** Returns what clients need to offer integrations. It is a part of the program, so no event changes it. */
export const getInitialState = async (
  _ctx: Ctx,
  _request: GetInitialStateRequest,
): Promise<GetInitialStateResponse> => state;
