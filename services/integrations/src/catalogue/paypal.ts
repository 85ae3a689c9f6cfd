import { crc32 } from 'node:zlib';
import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { paypalEvents } from './paypal/events.ts';
import { type Severity, sign } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, words } from './shared/sentences.ts';

const bad =
  /(?:DENIED|DECLINED|REVERSED|FAILED|BLOCKED|CANCELED|CANCELLED|SUSPENDED|EXPIRED|REVOKED|RETURNED|VOIDED|ESCALATED|UNCLAIMED|NEGATIVE-BALANCE-NOTIFIED)$|(?:DISPUTE\.CREATED|LIMITATION\.ADDED)$/;
const good =
  /(?:COMPLETED|APPROVED|ACTIVATED|RE-ACTIVATED|SUCCEEDED|SUCCESS|PAID|RESOLVED|LIFTED|CREATED|PROCESSED|CONFIRMED|GRANTED)$/;

const severity = (event: string): Severity => (bad.test(event) ? 'bad' : good.test(event) ? 'good' : 'info');

/** Amounts have a value and a currency, whose names differ between the versions of the interface. */
const amount = (found: Payload): string =>
  plain(`${found.firstText('value', 'total')} ${found.firstText('currency_code', 'currency')}`.trim());

const show: Renderer = (p, _request, event) => {
  const resource = p.at('resource');
  const parts = event.split('.');
  const kind = words(p.text('resource_type')) || words(parts.slice(0, -1).join(' '));
  const name = resource.firstText(
    'detail.invoice_number',
    'invoice.detail.invoice_number',
    'number',
    'invoice_id',
    'dispute_id',
    'id',
    'batch_header.payout_batch_id',
    'payout_item_id',
    'merchant_id',
    'payer_id',
  );
  const payer = resource.firstText(
    'payer.email_address',
    'subscriber.email_address',
    'payer.payer_info.email',
    'payer_info.email',
    'payout_item.receiver',
    'disputed_transactions.0.buyer.name',
    'invoice.primary_recipients.0.billing_info.email_address',
  );
  const paid = [
    'amount',
    'seller_payable_breakdown.gross_amount',
    'gross_amount',
    'dispute_amount',
    'payout_item.amount',
    'batch_header.amount',
    'billing_info.last_payment.amount',
    'invoice.amount',
    'amount_with_breakdown.gross_amount',
    'purchase_units.0.amount',
  ]
    .map((path) => amount(resource.at(...path.split('.'))))
    .find((text) => text !== '');
  return message(
    topicOf('PayPal', words(parts.slice(0, 2).join(' '))),
    `${sign(severity(event))} ${sentence(`${kind} ${link(name || 'unknown', resource.firstText('href', 'invoice.detail.metadata.recipient_view_url'))}: ${words(parts.slice(2).join(' '))}`)}`,
    facts([
      ['Amount', paid ?? ''],
      ['Customer', plain(payer)],
      ['State', words(resource.firstText('status', 'state', 'dispute_state', 'transaction_status'))],
      [
        'Reason',
        words(resource.firstText('status_details.reason', 'reason', 'reason_code', 'status_change_note')),
      ],
      ['Plan', plain(resource.text('plan_id'))],
    ]),
    quote(p.text('summary'), 500),
  );
};

export const paypal = integration({
  name: 'paypal',
  title: 'PayPal',
  icon: { text: 'PP', color: '#003087' },
  category: 'business',
  about: 'Posts payments, refunds, subscriptions, invoices, payouts and disputes.',
  ...byEvent({
    title: 'PayPal',
    renderers: each(paypalEvents, show),
    name: (p) => p.text('event_type'),
    needs: 'the field event_type',
  }),
  setup: [
    'In the developer dashboard of PayPal, open **Apps & Credentials**, choose your app, and press **Add Webhook**.',
    'Enter `{url}` as **Webhook URL**, choose the events, and save.',
    'To accept only what PayPal has signed, enter the **Webhook ID** that PayPal then shows as the secret.',
  ],
  verification: {
    kind: 'published',
    keyUrl: /^https:\/\/api(?:-m)?\.(?:sandbox\.)?paypal\.com\/v1\/notifications\/certs\/CERT-[\w-]{1,100}$/,
    // The signature is of the ID of the webhook, which the request does not contain.
    read({ headers, bytes }, secret) {
      const [id = '', time = '', signature = ''] = ['id', 'time', 'sig'].map(
        (name) => headers[`paypal-transmission-${name}`],
      );
      if (headers['paypal-auth-algo'] !== 'SHA256withRSA') return undefined;
      const text = `${id}|${time}|${secret}|${crc32(bytes)}`;
      return { keyUrl: headers['paypal-cert-url'] ?? '', algorithm: 'sha256', text, signature };
    },
  },
});
