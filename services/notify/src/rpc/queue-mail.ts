import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { QueueMailRequest, QueueMailResponse } from '@parley/proto/notify/v1/notify';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { insertSecretMail } from '../db/mails.ts';

const keyForm = /^[A-Za-z0-9-]{1,100}$/;

/**
 * Queues a mail of another service. A repeated call with the same key queues nothing. The content is stored encrypted, because
 * it may contain links that sign a person in. These mails are sent before mails about messages.
 * @throws INTERNAL_ERROR for an invalid key
 */
export async function queueMail(
  { db, sealer, host }: Ctx,
  { key, to, subject, text, userId }: QueueMailRequest,
  { call }: Scope,
): Promise<QueueMailResponse> {
  requireOperator(call);
  if (!keyForm.test(key)) throw errors.internal();
  const content = { fromName: '', subject, text, html: '', headers: {}, references: [] };
  const messageId = `<${key}@${host}>`;
  const sealed = sealer.seal(JSON.stringify(content), 0);
  await insertSecretMail(db, { userId, address: to, messageId, sealed });
  return {};
}
