import { bestEffort, required } from '@parley/core';
import { emit } from '@parley/db';
import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { claimRemovals, deleteRemoval, type PhoneRemoval, postponeRemoval } from '../db/phone-removals.ts';
import {
  claimRegistrations,
  endRegistration,
  endTokenRegistration,
  postponeRegistration,
  type StoredPhone,
} from '../db/phones.ts';
import { retryDelayMs } from '../domain/web-push.ts';
import { accountRegistered, deviceUpdated } from '../events/phones.ts';
import { type Forwarder, type ForwarderReply, toOutcome } from '../push/forwarder.ts';

/** Maximum number of registrations, and of removals, per round. */
const batch = 50;
/** Duration of a claim in seconds. It is longer than a request can take. */
const leaseSeconds = 60;
/** Milliseconds for which a removal is retried. Later, the forwarding service learns of invalid tokens from push services. */
const removeForMs = 3 * 24 * 3_600_000;
/** Time for which a registration is retried. The forwarding service refuses older ones. */
const registerForMs = 24 * 3_600_000;

/**
 * Registers and unregisters phones at the forwarding service, which sends notifications to apps of another vendor. The tasks
 * are stored in tables. So an app does not wait for the service, and nothing is lost while the service does not answer.
 * @returns whether more tasks may be due
 */
export async function registerPhones(ctx: Ctx): Promise<boolean> {
  const { forwarder } = ctx.phones;
  if (!forwarder) return false;
  const [removals, phones] = await Promise.all([
    claimRemovals(ctx.db, { limit: batch, leaseSeconds }),
    claimRegistrations(ctx.db, { limit: batch, leaseSeconds }),
  ]);
  // Removals come first, because a phone may have been signed out and then registered again.
  await Promise.all(
    removals.map((removal) =>
      bestEffort(ctx.logger, 'a phone was not forgotten', () => remove(ctx, forwarder, removal)),
    ),
  );
  await Promise.all(
    phones.map((phone) =>
      bestEffort(ctx.logger, 'a phone was not registered', () => register(ctx, forwarder, phone)),
    ),
  );
  return removals.length === batch || phones.length === batch;
}

async function remove(ctx: Ctx, forwarder: Forwarder, removal: PhoneRemoval): Promise<void> {
  const { removalId, userId, service, token, attempts } = removal;
  const reply =
    service && token
      ? await forwarder.unregisterToken(userId, { service, token })
      : await forwarder.unregisterAll(userId);
  if (reply.kind !== 'later') return deleteRemoval(ctx.db, removalId);
  const delayMs = retryDelayMs(attempts, reply.retryAfterMs);
  if (attempts * delayMs > removeForMs) return deleteRemoval(ctx.db, removalId);
  await postponeRemoval(ctx.db, removalId, new Date(ctx.clock.now() + delayMs));
}

type Claimed = StoredPhone & { attempts: number };

async function register(ctx: Ctx, forwarder: Forwarder, phone: Claimed): Promise<void> {
  const reply = await replyTo(forwarder, phone);
  const outcome = toOutcome(reply);
  const nowMs = ctx.clock.now();
  const since = phone.registrationSinceMs ?? phone.createdAtMs;
  if (outcome.kind === 'later' && nowMs - since <= registerForMs) {
    const { phoneId, attempts } = phone;
    ctx.logger.warn(
      { phoneId, attempts, detail: outcome.detail },
      'the forwarding service registered no phone; retrying',
    );
    const dueAt = new Date(nowMs + retryDelayMs(attempts, outcome.retryAfterMs));
    return postponeRegistration(ctx.db, phoneId, dueAt);
  }
  if (!phone.registration) return endTokenRegistration(ctx.db, phone.phoneId, phone.createdAtMs);
  const name = outcome.kind === 'accepted' ? nameIn(reply, phone) : undefined;
  const end = name === undefined ? { errorCode: codeOf(reply) } : { forwarderName: name };
  await ctx.db.tx(async (tx) => {
    if (!(await endRegistration(tx, phone, end))) return;
    await emit(tx, eventOf(phone, end));
  });
}

const replyTo = (forwarder: Forwarder, phone: Claimed): Promise<ForwarderReply> => {
  const { userId, registration, accountId, service, token, appId } = phone;
  if (registration) return forwarder.registerEncrypted(registration, accountId);
  return forwarder.registerToken(userId, {
    service: required(service, 'service of a phone'),
    token: required(token, 'token of a phone'),
    appId,
  });
};

const answerSchema = z.object({ device_id: z.int() });

/** Returns the name of a phone at the forwarding service; undefined when the response does not contain it. */
function nameIn(reply: ForwarderReply, { accountId, registration }: Claimed): string | undefined {
  if (accountId === null) return required(registration, 'registration of a phone').tokenId;
  const answer = answerSchema.safeParse(reply.kind === 'done' ? reply.answer : undefined);
  return answer.success ? String(answer.data.device_id) : undefined;
}

/** Returns the error code of a failed registration, in the form that apps understand. */
function codeOf(reply: ForwarderReply): string {
  if (reply.kind === 'refused' && reply.code !== '') return reply.code;
  return reply.kind === 'later' ? 'REQUEST_EXPIRED' : 'BAD_REQUEST';
}

function eventOf(
  { userId, phoneId, accountId, registration }: Claimed,
  end: { forwarderName: string } | { errorCode: string },
) {
  if (accountId !== null) {
    return 'errorCode' in end
      ? accountRegistered(userId, accountId, { status: 'failed', error_code: end.errorCode })
      : accountRegistered(userId, accountId, { status: 'active' });
  }
  return 'errorCode' in end
    ? deviceUpdated(userId, phoneId, { push_registration_error_code: end.errorCode })
    : deviceUpdated(userId, phoneId, {
        push_token_id: required(registration, 'registration of a phone').tokenId,
        pending_push_token_id: null,
        push_registration_error_code: null,
      });
}
