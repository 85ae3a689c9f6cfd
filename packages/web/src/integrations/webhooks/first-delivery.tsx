import { CircleAlert, CircleCheck, Hourglass } from 'lucide';
import { createEffect, createSignal, on, onCleanup, Show } from 'solid-js';
import { useParley } from '../../model/parley.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Delivery, toneOf } from '../deliveries/delivery.ts';
import { MessageLink } from '../deliveries/message-link.tsx';
import { n } from '../texts.ts';
import type { Webhook } from './address.ts';

const pauseMs = 3_000;
/** Time after which the page no longer asks: until then, somebody sets up the tool. */
const patienceMs = 20 * 60_000;

const isBad = ({ state }: Delivery) => toneOf(state) === 'bad';

/** Looks again and again for the newest request of a tool that came since then. Call it inside a component. */
function createFirstDelivery(props: { webhook: Webhook }) {
  const { client } = useParley();
  const [delivery, setDelivery] = createSignal<Delivery>();
  const start = Date.now();
  const newest = async () => {
    const { deliveries } = await client.call('get-deliveries', {
      bot_id: props.webhook.bot_id,
      direction: 'in',
      limit: 5,
    });
    return deliveries.find(
      (each) => each.direction === 'in' && each.integration === props.webhook.integration,
    );
  };
  let before: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  const look = async () => {
    try {
      if (document.visibilityState === 'visible') {
        const found = await newest();
        // Requests that came before the page was opened are not the awaited one.
        before ??= found?.id ?? 0;
        if (found && found.id > before) setDelivery(found);
      }
    } catch {
      // The next look tries again. Nobody waits for this answer.
    }
    if (Date.now() - start < patienceMs) timer = setTimeout(() => void look(), pauseMs);
  };
  createEffect(
    on(
      () => props.webhook.id,
      () => void look(),
    ),
  );
  return delivery;
}

/** Waits for the first request of a tool, and says what became of it. */
export function FirstDelivery(props: { webhook: Webhook }) {
  const delivery = createFirstDelivery(props);
  return (
    <p class="first-delivery" role="status">
      <Show
        when={delivery()}
        fallback={
          <>
            <Icon of={Hourglass} />
            <span>{n('awaitsFirst')}</span>
          </>
        }
      >
        {(found) => (
          <>
            <Icon of={isBad(found()) ? CircleAlert : CircleCheck} />
            <span>
              {n(isBad(found()) ? 'firstFailed' : 'firstCame', {
                state: n(`state-${found().state}`),
                reason: found().reason,
              })}{' '}
              <MessageLink messageId={found().message_id} />
            </span>
          </>
        )}
      </Show>
    </p>
  );
}
