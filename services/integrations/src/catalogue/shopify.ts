import { integration } from '../domain/integration.ts';
import { bullets, facts, link, plain } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, words } from './shared/sentences.ts';
import { hmacBase64 } from './shared/signatures.ts';

const topics =
  'app/uninstalled carts/create carts/update checkouts/create checkouts/delete checkouts/update collections/create collections/delete collections/update customers/create customers/delete customers/disable customers/enable customers/update customer_groups/create customer_groups/delete customer_groups/update discounts/create discounts/delete discounts/update disputes/create disputes/update domains/create domains/destroy domains/update draft_orders/create draft_orders/delete draft_orders/update fulfillments/create fulfillments/update inventory_items/create inventory_items/delete inventory_items/update inventory_levels/connect inventory_levels/disconnect inventory_levels/update locations/activate locations/create locations/deactivate locations/delete locations/update orders/cancelled orders/create orders/delete orders/edited orders/fulfilled orders/paid orders/partially_fulfilled orders/updated order_transactions/create products/create products/delete products/update refunds/create returns/approve returns/cancel returns/close returns/decline returns/reopen returns/request shop/update tender_transactions/create themes/create themes/delete themes/publish themes/update'.split(
    ' ',
  );

const show: Renderer = (p, { headers }, event) => {
  const [kind = '', what = ''] = event.split('/');
  const one = words(kind).replace(/ies$/, 'y').replace(/s$/, '');
  const name = p.firstText('name', 'title', 'order_number', 'email', 'code', 'id');
  const shop = (headers['x-shopify-shop-domain'] ?? '').replace(/\.myshopify\.com$/, '');
  const customer =
    [p.text('customer', 'first_name'), p.text('customer', 'last_name')]
      .filter((part) => part !== '')
      .join(' ') || p.firstText('customer.email', 'email');
  const price = p.firstText('total_price', 'current_total_price', 'amount', 'price');
  return message(
    topicOf('Shopify', shop, words(kind)),
    sentence(
      `${one} ${link(name || 'unknown', p.firstText('order_status_url', 'admin_graphql_url'))}: ${words(what)}`,
    ),
    facts([
      ['Amount', price === '' ? '' : plain(`${price} ${p.firstText('currency', 'presentment_currency')}`)],
      ['Customer', plain(customer)],
      ['State', words(p.firstText('financial_status', 'status'))],
      ['Reason', words(p.firstText('cancel_reason', 'reason'))],
    ]),
    bullets(
      p
        .list('line_items')
        .slice(0, 10)
        .map(
          (item) =>
            `${plain(item.text('quantity')) || '1'} × ${plain(item.firstText('title', 'name')) || 'item'}`,
        ),
      10,
      Math.max(0, p.count('line_items') - 10),
    ),
  );
};

export const shopify = integration({
  name: 'shopify',
  title: 'Shopify',
  icon: { text: 'S', color: '#95bf47' },
  category: 'business',
  about: 'Posts orders, customers, products and returns of a shop.',
  ...byEvent({
    title: 'Shopify',
    renderers: each(topics, show),
    name: (_, { headers }) => headers['x-shopify-topic'] ?? '',
    needs: 'the header X-Shopify-Topic',
  }),
  setup: [
    'In the administration of the shop, open **Settings → Notifications → Webhooks** and press **Create webhook**.',
    'Choose the event and the format JSON, and enter `{url}` as **URL**.',
    'The page shows the key with which webhooks are signed. To have senders verified, enter it here as `{secret}`.',
  ],
  verification: hmacBase64('x-shopify-hmac-sha256'),
});
