import type { SignInResult } from '@parley/proto/useradmin/v1/second_factors';
import { auditAs } from '../../kernel/audit.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { vouch } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { padKey, sealTicket } from '../domain/external-identity.ts';
import { openApiKey } from '../keys/open-api-key.ts';
import { openSession } from '../sessions/open-session.ts';
import type { FirstStep } from './attempts.ts';

/** Opens a session for a browser, or returns the API key or a ticket to the client that started the sign-in. */
export async function handOver(
  ctx: Ctx,
  tx: TxScope,
  person: Person,
  { method, provider, next, mobilePad, desktopKey, factor }: FirstStep & { factor?: string },
): Promise<SignInResult> {
  const { userId } = person;
  if (mobilePad !== '') {
    await auditAs(tx, userId, { action: 'user.api_key_fetched', userId, details: { method } });
    const mobileLocation = await mobileLocationOf(ctx, tx, person, mobilePad);
    return { result: { $case: 'mobileLocation', mobileLocation } };
  }
  if (desktopKey !== '') {
    const { subject = '', providerSession = null } = provider ?? {};
    const ticket = await ctx.attempts.storeTicket(tx, { userId, method, subject, providerSession });
    return { result: { $case: 'desktopTicket', desktopTicket: sealTicket(ticket, desktopKey) } };
  }
  const session = await openSession(tx, userId, {
    ...(factor !== undefined && { factor }),
    ...(provider && { provider: { method, ...provider, idTokenSealed: bytesOf(provider.idTokenSealed) } }),
  });
  return { result: { $case: 'browser', browser: { session, next } } };
}

const bytesOf = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text, 'base64'));

async function mobileLocationOf(ctx: Ctx, tx: TxScope, person: Person, pad: string): Promise<string> {
  const apiKey = await openApiKey(ctx, tx, vouch(tx, 'sign-in', 'api-key', person.userId));
  const location = new URL('zulip://login');
  location.search = new URLSearchParams({
    realm: ctx.config.publicUrl,
    email: person.deliveryEmail,
    user_id: String(person.userId),
    otp_encrypted_api_key: padKey(apiKey, pad),
  }).toString();
  return location.href;
}
