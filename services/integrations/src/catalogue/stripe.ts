import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import { Payload } from '../domain/templates/payload.ts';
import { type Severity, sign } from './shared/alerts.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { change, count, message, sentence, topicOf, words } from './shared/sentences.ts';
import { stripeEvents } from './stripe/events.ts';
import { thinStripeEvents } from './stripe/thin-events.ts';

/** Currencies without a smaller unit. */
const wholeCurrencies = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** Returns an amount, which Stripe sends in the smallest unit: `12.50 EUR`. */
function amount(value: number | undefined, currency: string): string {
  if (value === undefined) return '';
  const unit = currency.slice(0, 8).toLowerCase();
  const shown = wholeCurrencies.has(unit) ? String(Math.round(value)) : (value / 100).toFixed(2);
  return plain(`${shown} ${unit.toUpperCase()}`.trim());
}

const good =
  /(?:succeeded|paid|completed|created|verified|accepted|captured|finalized|resumed|reinstated|activated|reactivated|funds_available|available|posted|ready)$/;
const bad =
  /(?:failed|failure|canceled|disputed|withdrawn|uncollectible|overdue|past_due|rejected|expired|aborted|errored|deauthorized|disconnected)$|dispute\.created$|fraud_warning|unpaid|action_required/;

const severity = (event: string): Severity => (bad.test(event) ? 'bad' : good.test(event) ? 'good' : 'info');

/** The page of an object in the dashboard. */
function page(object: Payload, isLive: boolean): string {
  const id = object.text('id');
  const folder: Record<string, string> = {
    charge: 'payments',
    payment_intent: 'payments',
    customer: 'customers',
    subscription: 'subscriptions',
    invoice: 'invoices',
    payout: 'payouts',
    dispute: 'disputes',
    product: 'products',
    price: 'prices',
    coupon: 'coupons',
    transfer: 'connect/transfers',
    quote: 'quotes',
    account: 'connect/accounts',
    refund: 'refunds',
    topup: 'topups',
    credit_note: 'credit_notes',
  };
  const kind = object.text('object');
  if (!/^\w{3,120}$/.test(id) || !Object.hasOwn(folder, kind)) return '';
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}${folder[kind]!}/${id}`;
}

const show: Renderer = (p, _request, event) => {
  const object = p.at('data', 'object');
  const isLive = p.at('livemode').value !== false;
  const parts = event.split('.');
  const verb = parts.at(-1)!;
  const kind = words(object.text('object')) || words(parts.slice(0, -1).join(' '));
  const name = object.firstText('number', 'name', 'description', 'email', 'nickname', 'id');
  const currency = object.text('currency');
  const value =
    object.number('amount_paid') ||
    object.number('amount_due') ||
    object.number('amount_total') ||
    object.number('total') ||
    object.number('amount');
  const lines =
    object.list('lines', 'data').length > 0 ? object.list('lines', 'data') : object.list('items', 'data');
  return message(
    topicOf('Stripe', words(parts[0] === 'customer' && parts.length > 2 ? parts[1]! : parts[0]!)),
    `${sign(severity(event))} ${sentence(`${kind} ${link(name || 'unknown', page(object, isLive))}: ${words(verb)}${isLive ? '' : ' (test mode)'}`)}`,
    facts([
      ['Amount', amount(value, currency)],
      [
        'Refunded',
        object.number('amount_refunded') ? amount(object.number('amount_refunded'), currency) : '',
      ],
      [
        'Customer',
        plain(
          object.firstText(
            'customer_email',
            'customer_name',
            'customer_details.email',
            'billing_details.email',
            'receipt_email',
            'customer.email',
            'customer',
          ),
        ),
      ],
      ['State', words(object.text('status'))],
      ['Reason', words(object.firstText('reason', 'cancellation_details.reason', 'failure_code'))],
      [
        'Plan',
        plain(
          lines[0]?.firstText('plan.nickname', 'price.nickname', 'description', 'plan.id', 'price.id') ?? '',
        ),
      ],
      ['Items', lines.length > 1 ? count(lines.length, 'item') : ''],
      ['Invoice', link(object.text('hosted_invoice_url') && 'invoice', object.text('hosted_invoice_url'))],
      ['Receipt', link(object.text('receipt_url') && 'receipt', object.text('receipt_url'))],
      ['Account', plain(p.text('account'))],
      ...p
        .fields('data', 'previous_attributes')
        .filter(
          ([key, before]) =>
            !/^(?:updated|metadata|last_\w+|period_\w+|current_period_\w+|latest_invoice)$/.test(key) &&
            before.text() !== '' &&
            object.text(key) !== '',
        )
        .slice(0, 10)
        .map(([key, before]) => [words(key), change(before.text(), object.text(key))] as const),
    ]),
    quote(
      object.firstText(
        'failure_message',
        'last_payment_error.message',
        'outcome.seller_message',
        'last_setup_error.message',
      ),
      500,
    ),
  );
};

/** A thin event has only the ID of its object. */
const thin: Renderer = (p, _request, event) => {
  const related = p.at('related_object');
  const isLive = p.at('livemode').value !== false;
  const parts = event.split('.').slice(1);
  const kind = words(related.text('type').replace(/^v\d\./, '')) || words(parts.slice(0, -1).join(' '));
  const object = new Payload({ id: related.text('id'), object: related.text('type').replace(/^v\d\./, '') });
  return message(
    topicOf('Stripe', words(parts[0]!)),
    `${sign(severity(event))} ${sentence(`${kind} ${link(related.text('id') || 'unknown', page(object, isLive))}: ${words(parts.at(-1)!)}${isLive ? '' : ' (test mode)'}`)}`,
    facts([
      ['Account', plain(p.text('context'))],
      ['Reason', words(p.text('reason', 'type'))],
      ...p
        .fields('data')
        .filter(([, value]) => value.text() !== '')
        .slice(0, 10)
        .map(([key, value]) => [words(key), plain(value.text())] as const),
    ]),
  );
};

export const stripe = integration({
  name: 'stripe',
  title: 'Stripe',
  icon: { text: 'S', color: '#635bff' },
  category: 'business',
  about: 'Posts payments, invoices, subscriptions, disputes and payouts.',
  ...byEvent({
    title: 'Stripe',
    renderers: {
      ...each(stripeEvents, show),
      ...each(thinStripeEvents, thin),
    },
    name: (p) => p.text('type'),
    needs: 'the field type',
  }),
  setup: [
    'In Stripe, open **Developers → Webhooks** and press **Add destination**.',
    'Choose the events, and enter `{url}` as **Endpoint URL**.',
    'To have senders verified, enter the **Signing secret** of the endpoint here as `{secret}`.',
  ],
  verification: { kind: 'stripe', header: 'stripe-signature' },
});
