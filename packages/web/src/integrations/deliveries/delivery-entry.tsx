import type { UserId } from '@parley/client';
import { RotateCcw } from 'lucide';
import { For, type JSX, Show } from 'solid-js';
import { Details } from '../../forms/details.tsx';
import { Failure } from '../../forms/fields.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { bytesInWords, dateTimeOf, shortDateTimeOf } from '../../i18n/format.ts';
import { useParley } from '../../model/parley.tsx';
import { createSubmission } from '../../model/submission.ts';

import { Icon } from '../../ui/icon.tsx';
import { isKnownEvent } from '../event-kinds.ts';
import { type IntegrationsText, integrationsTexts, n } from '../texts.ts';
import { type Delivery, isRepeatable, readablePayload, toneOf } from './delivery.ts';
import { MessageLink } from './message-link.tsx';

type EntryProps = {
  botId: UserId;
  delivery: Delivery;
  titleOf: (integration: string) => string;
  /** Called with the delivery that repeating this one has made or changed. */
  onRepeated: (delivery: Delivery) => void;
};

/** Repeats a delivery. Call it inside a component. */
function createRepetition(props: EntryProps) {
  const parley = useParley();
  const { client } = parley;
  const submission = createSubmission();
  const repeat = () =>
    submission.run(async () => {
      const { id: delivery_id, direction } = props.delivery;
      const { delivery } = await client.call('retry-delivery', {
        bot_id: props.botId,
        direction,
        delivery_id,
      });
      props.onRepeated(delivery);
      parley.toasts.show(n(direction === 'in' ? 'postedAgain' : 'sendsAgain'));
    });
  return { submission, repeat };
}

/** Renders a delivery: what became of it, and when it is opened its payload, its answer, and the button that repeats it. */
export function DeliveryEntry(props: EntryProps) {
  const { submission, repeat } = createRepetition(props);
  const what = () => whatOf(props.delivery, props.titleOf);
  return (
    <li class="delivery">
      <div class="entry-head">
        <span class="state-mark" classList={{ [`is-${toneOf(props.delivery.state)}`]: true }}>
          {n(`state-${props.delivery.state}`)}
        </span>
        <div class="row-main is-whole">
          <span dir={directionOf(what())}>{what()}</span>
          <span class="muted">
            {shortDateTimeOf(props.delivery.timestamp)}
            {props.delivery.reason === '' ? '' : ` · ${props.delivery.reason}`}
          </span>
        </div>
        <span class="list-actions">
          <MessageLink messageId={props.delivery.message_id} />
          <Show when={isRepeatable(props.delivery)}>
            <button
              type="button"
              class="button"
              aria-label={n('repeatOf', { what: what(), time: shortDateTimeOf(props.delivery.timestamp) })}
              disabled={submission.isBusy()}
              onClick={() => void repeat()}
            >
              <Icon of={RotateCcw} /> {n('repeat')}
            </button>
          </Show>
        </span>
      </div>
      <Failure text={submission.problem()} />
      <Details title={n('deliveryDetails')}>
        <DeliveryFacts delivery={props.delivery} />
      </Details>
    </li>
  );
}

/** Returns what a delivery is about: the tool and its event, or why a message went to the program. */
function whatOf(delivery: Delivery, titleOf: (integration: string) => string): string {
  if (delivery.direction === 'in') {
    return [titleOf(delivery.integration), delivery.event].filter(Boolean).join(' · ');
  }
  if (isKnownEvent(delivery.trigger)) return n(`event-${delivery.trigger}`);
  const name = `trigger-${delivery.trigger}`;
  return integrationsTexts.has(name) ? n(name as IntegrationsText) : delivery.trigger;
}

/** Shows all that is known of a delivery. */
function DeliveryFacts(props: { delivery: Delivery }) {
  return (
    <>
      <dl class="facts">
        <For each={factsOf(props.delivery)}>
          {([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd class="breaking">{value}</dd>
            </>
          )}
        </For>
      </dl>
      <Show when={props.delivery.payload} fallback={<p class="muted">{n('payloadNotKept')}</p>}>
        {(payload) => <Code label={n('payload')} text={readablePayload(payload())} />}
      </Show>
      <Show when={props.delivery.direction === 'out' && props.delivery.response}>
        {(response) => <Code label={n('response')} text={readablePayload(response())} />}
      </Show>
    </>
  );
}

function factsOf(delivery: Delivery): (readonly [name: string, value: JSX.Element])[] {
  const status = delivery.status === null ? n('noAnswer') : String(delivery.status);
  const shared = [
    [n('time'), dateTimeOf(delivery.timestamp)],
    [n('status'), status],
  ] as const;
  if (delivery.direction === 'in') {
    const headers = Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`);
    return [
      ...shared,
      [n('payloadSize'), bytesInWords(delivery.payload_bytes)],
      ...(delivery.query === '' ? [] : [[n('query'), <code dir="ltr">{delivery.query}</code>] as const]),
      ...(headers.length === 0
        ? []
        : [
            [
              n('headers'),
              <code class="header-lines" dir="ltr">
                {headers.join('\n')}
              </code>,
            ] as const,
          ]),
    ];
  }
  return [
    ...shared,
    [n('attempts'), String(delivery.attempts)],
    ...(delivery.next_attempt_at === null
      ? []
      : [[n('nextAttempt'), dateTimeOf(delivery.next_attempt_at)] as const]),
    ...(delivery.finished_at === null ? [] : [[n('finished'), dateTimeOf(delivery.finished_at)] as const]),
    ...(delivery.reply_id === null
      ? []
      : [[n('reply'), <MessageLink messageId={delivery.reply_id} />] as const]),
  ];
}

function Code(props: { label: string; text: string }) {
  return (
    <div class="field">
      <span class="label" aria-hidden="true">
        {props.label}
      </span>
      <pre class="payload" tabindex="0" role="group" aria-label={props.label}>
        {props.text}
      </pre>
    </div>
  );
}
