import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { TryTemplateRequest, TryTemplateResponse } from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { fitContent } from '../domain/fit.ts';
import { readBody } from '../domain/templates/body.ts';
import { Payload, PayloadError } from '../domain/templates/payload.ts';
import { renderTemplate } from '../domain/templates/template.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';

/**
 * Renders a template with a payload as a webhook would, and sends nothing.
 * @throws BAD_REQUEST when there is no such bot, the caller may not manage it, or the template or the payload cannot be read
 */
export async function tryTemplate(
  _ctx: Ctx,
  { botUserId, template, payload, contentType }: TryTemplateRequest,
  scope: Scope,
): Promise<TryTemplateResponse> {
  await requireManagedBot(scope, botUserId);
  try {
    const { value } = await readBody(Buffer.from(payload), { 'content-type': contentType });
    return { content: fitContent(renderTemplate(template, new Payload(value))) };
  } catch (error) {
    if (error instanceof PayloadError) throw errors.badRequest(error.text);
    throw error;
  }
}
