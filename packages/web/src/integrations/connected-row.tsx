import type { ChannelId, Client, User, UserId } from '@parley/client';
import { Show } from 'solid-js';
import { b } from '../bots/texts.ts';
import { EntryLink } from '../forms/entries.tsx';
import { createLoaded } from '../forms/loaded.tsx';
import { directionOf } from '../i18n/direction.ts';
import { dateTimeOf, shortDateTimeOf } from '../i18n/format.ts';
import { placeName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { botTypes } from './bot-rules.ts';
import type { Integration } from './catalogue/catalogue.ts';
import { noChannel, useChannelWords } from './channel-field.tsx';
import { type Delivery, failedStates } from './deliveries/delivery.ts';
import { n } from './texts.ts';

/** For how many seconds the list shows that a delivery has failed. */
const shownFor = 7 * 86_400;

/** Where messages of a tool go. An outgoing bot may listen in several channels. */
type Target = { readonly integration: string; readonly channelId: ChannelId; readonly topic: string };

/** Shows a bot of integrations: its kind and owner, where its messages go, and what failed lately. */
export function ConnectedRow(props: { bot: User; base: string; integrations: readonly Integration[] }) {
  const { client, store } = useParley();
  const isOutgoing = props.bot.bot_type === botTypes.outgoing;
  const targets = createLoaded(() => targetsOf(client, props.bot.user_id, isOutgoing));
  const failure = createLoaded(() => lastFailure(client, props.bot.user_id, isOutgoing));
  const ownerId = () => props.bot.bot_owner_id;
  const titleOf = (name: string) => props.integrations.find((each) => each.name === name)?.title ?? name;
  const channelWords = useChannelWords();
  const wordsOf = ({ integration, channelId, topic }: Target) => {
    const place =
      channelId === noChannel || topic === ''
        ? channelWords(channelId)
        : placeName(store, { kind: 'topic', channelId, topic });
    return integration === '' ? place : `${titleOf(integration)} → ${place}`;
  };
  const places = () => {
    const known = targets.value();
    // Also while they are loaded, so that the rows below stay where they are
    if (!known) return '\u00a0';
    if (known.length === 0) return n(isOutgoing ? 'whereMentioned' : 'channelInAddress');
    return [...new Set(known.map(wordsOf))].join(', ');
  };
  return (
    <>
      <Avatar userId={props.bot.user_id} />
      <EntryLink href={`${props.base}/connected/${props.bot.user_id}`} name={props.bot.full_name}>
        <span class="muted">
          {b(isOutgoing ? 'botKind3' : 'botKind2')}
          {ownerId() === null || ownerId() === store.people.selfId
            ? ''
            : ` · ${b('ownedBy', { name: userName(store, ownerId() ?? 0) })}`}
        </span>
        <span class="muted" dir={directionOf(places())} title={places()}>
          {places()}
        </span>
      </EntryLink>
      <Show when={failure.value()}>
        {(delivery) => (
          <span class="state-mark is-bad" title={dateTimeOf(delivery().timestamp)}>
            {n(`state-${delivery().state}`)} · {shortDateTimeOf(delivery().timestamp)}
          </span>
        )}
      </Show>
    </>
  );
}

async function targetsOf(client: Client, botId: UserId, isOutgoing: boolean): Promise<readonly Target[]> {
  if (isOutgoing) {
    const { outgoing_webhook: program } = await client.call('get-outgoing-webhook', { bot_id: botId });
    return program.channel_ids.map((channelId) => ({ integration: '', channelId, topic: '' }));
  }
  const { webhooks } = await client.call('get-webhooks', { bot_id: botId });
  return webhooks.map(({ integration, channel_id: channelId, topic }) => ({
    integration,
    channelId: channelId ?? noChannel,
    topic,
  }));
}

/** Returns the latest delivery that failed lately; undefined when none did. */
async function lastFailure(
  client: Client,
  botId: UserId,
  isOutgoing: boolean,
): Promise<Delivery | undefined> {
  const direction = isOutgoing ? 'out' : 'in';
  const found = await Promise.all(
    failedStates(direction).map((state) =>
      client.call('get-deliveries', { bot_id: botId, direction, state, limit: 1 }),
    ),
  );
  return found
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ timestamp }) => timestamp > Date.now() / 1000 - shownFor)
    .toSorted((one, other) => other.timestamp - one.timestamp)[0];
}
