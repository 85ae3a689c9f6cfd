import { createHmac } from 'node:crypto';
import { standardKey } from '../domain/deliveries/verify.ts';

/** Returns the headers of both forms of signatures. The secret of Slack's form is the text of the secret itself. */
export function signatures(
  id: string,
  body: string,
  secret: string,
  nowSeconds: number,
): Record<string, string> {
  const slack = createHmac('sha256', secret).update(`v0:${nowSeconds}:${body}`).digest('hex');
  const standard = createHmac('sha256', standardKey(secret))
    .update(`msg_${id}.${nowSeconds}.${body}`)
    .digest('base64');
  return {
    'x-slack-request-timestamp': String(nowSeconds),
    'x-slack-signature': `v0=${slack}`,
    'webhook-id': `msg_${id}`,
    'webhook-timestamp': String(nowSeconds),
    'webhook-signature': `v1,${standard}`,
  };
}
