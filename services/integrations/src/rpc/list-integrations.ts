import { jsonBytes } from '@parley/core';
import type {
  ListIntegrationsRequest,
  ListIntegrationsResponse,
} from '@parley/proto/integrations/v1/integrations';
import { type Language, languageOf, toolText } from '@parley/texts';
import type { Ctx } from '../context.ts';
import { integrations } from '../incoming-webhooks/catalogue.ts';

const made = new Map<Language, Buffer>();

function listIn(language: Language): Buffer {
  const text = (english: string) => toolText(language, english);
  return jsonBytes(
    integrations.map(({ name, title, icon, category, about, options, events, setup, verification }) => ({
      name,
      title: text(title),
      icon,
      category,
      about: text(about),
      events,
      options: (options ?? []).map(({ key, label, inputType }) => ({
        key,
        label: text(label),
        input_type: inputType,
      })),
      setup: setup.map(text),
      takes_secret: verification !== undefined,
    })),
  );
}

/** Returns the catalogue of integrations, which is the same for everybody who reads a language. */
export async function listIntegrations(
  _ctx: Ctx,
  { language: tag }: ListIntegrationsRequest,
): Promise<ListIntegrationsResponse> {
  const language = languageOf(tag);
  const list = made.get(language) ?? listIn(language);
  made.set(language, list);
  return { integrationsJson: Buffer.from(list) };
}
