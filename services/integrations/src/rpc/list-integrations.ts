import { jsonBytes } from '@parley/core';
import type {
  ListIntegrationsRequest,
  ListIntegrationsResponse,
} from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { integrations } from '../receiving/catalogue.ts';

const list = jsonBytes(
  integrations.map(({ name, title, icon, category, about, options, events, setup, verification }) => ({
    name,
    title,
    icon,
    category,
    about,
    events,
    options: (options ?? []).map(({ key, label, inputType }) => ({ key, label, input_type: inputType })),
    setup,
    takes_secret: verification !== undefined,
  })),
);

/** Returns the catalogue of integrations, which is the same for everybody. */
export const listIntegrations = async (
  _ctx: Ctx,
  _request: ListIntegrationsRequest,
): Promise<ListIntegrationsResponse> => ({ integrationsJson: Buffer.from(list) });
