import type { ChannelId, UserId } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createMemo, createSignal, createUniqueId, type JSX, Show } from 'solid-js';
import { Details } from '../../forms/details.tsx';
import { createTerms, Failure, Form, SelectField, TextField } from '../../forms/fields.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { useIsShown } from '../../lib/is-shown.ts';
import { useParley } from '../../model/parley.tsx';
import { useField } from '../../model/self.ts';
import { createSubmission } from '../../model/submission.ts';
import { botTypes } from '../bot-rules.ts';
import { freeName, freeShortName, generic, type Integration } from '../catalogue/catalogue.ts';
import { ChannelField, noChannel, useChannelWords } from '../channel-field.tsx';
import { useManagedBots } from '../managed-bots.ts';
import { MissingRight, SubHead, ToolIcon, useBotRights } from '../parts.tsx';
import { n } from '../texts.ts';
import type { Webhook } from './address.ts';
import { AddressPanel } from './address-panel.tsx';
import { type Choice, createChoice } from './choice.ts';
import { EventPicker } from './event-picker.tsx';
import { FirstDelivery } from './first-delivery.tsx';
import { TemplateEditor } from './template-editor.tsx';

/** Stands for a new bot in the choice of the bot. */
const newBot = 0;

/** What a new webhook needs besides its events. */
type Terms = {
  readonly channelId: ChannelId;
  readonly topic: string;
  readonly botId: UserId;
  readonly botName: string;
};

function Head(props: { base: string; integration: Integration }) {
  const rights = useBotRights();
  return (
    <>
      <SubHead
        back={props.base}
        backTo={n('backToCatalogue')}
        title={props.integration.title}
        icon={<ToolIcon icon={props.integration.icon} />}
      />
      <p class="muted">{props.integration.about}</p>
      <Show when={!rights.incoming()}>
        <MissingRight kind="incoming" />
      </Show>
    </>
  );
}

/** Leads in three steps to the address of a tool: where messages go, which events become messages, and the address with its set-up. */
export function ConnectPage(props: { base: string; integration: Integration }) {
  const rights = useBotRights();
  const bots = useOwnBots();
  const mayConnect = () => rights.incoming() || bots().length > 0;
  return (
    <div class="stack is-steps">
      <Head base={props.base} integration={props.integration} />
      <Show when={mayConnect()}>
        <Steps {...props} mayCreate={rights.incoming()} />
      </Show>
    </div>
  );
}

/** Creates what becomes of the form: the webhook, whose address is then shown. Call it inside a component. */
function createCreated() {
  const [created, setCreated] = createSignal<Webhook>();
  let addressStep: HTMLElement | undefined;
  /** Shows the address, which the button before has made: it may be below the screen, and the keyboard would begin anew. */
  const onCreated = (webhook: Webhook) => {
    setCreated(webhook);
    addressStep?.focus({ preventScroll: true });
    addressStep?.scrollIntoView({ block: 'start' });
  };
  const holdStep = (element: HTMLElement) => {
    addressStep = element;
  };
  return { created, setCreated, onCreated, holdStep };
}

type StepsProps = { base: string; integration: Integration; mayCreate: boolean };

function Steps(props: StepsProps) {
  const choice = createChoice(props.integration);
  const { created, setCreated, onCreated, holdStep } = createCreated();
  const where = createWhere({
    integration: props.integration,
    mayCreate: props.mayCreate,
    onCreated,
  });
  const formId = createUniqueId();
  const hasEvents = () => props.integration.events.length > 1 || props.integration.options.length > 0;
  return (
    <>
      <Step number={1} title={n('stepWhere')}>
        <Show when={created()} fallback={<WhereForm id={formId} where={where} mayCreate={props.mayCreate} />}>
          {(webhook) => <WhereWords base={props.base} webhook={webhook()} />}
        </Show>
      </Step>
      <Step number={2} title={n('stepWhat')}>
        <Show when={hasEvents()} fallback={<p class="muted">{n('allEvents')}</p>}>
          <EventPicker integration={props.integration} choice={choice} />
        </Show>
      </Step>
      <Step number={3} title={n('stepAddress')} ref={holdStep}>
        <Show when={created()} fallback={<Create form={formId} where={where} />}>
          {(webhook) => (
            <Address
              webhook={webhook()}
              integration={props.integration}
              choice={choice}
              onChanged={setCreated}
            />
          )}
        </Show>
      </Step>
    </>
  );
}

function Address(props: {
  webhook: Webhook;
  integration: Integration;
  choice: Choice;
  onChanged: (webhook: Webhook) => void;
}) {
  return (
    <>
      <AddressPanel
        webhook={props.webhook}
        integration={props.integration}
        choice={props.choice}
        onChanged={props.onChanged}
      />
      <FirstDelivery webhook={props.webhook} />
      <Show when={props.integration.name === generic}>
        <OwnTemplate webhook={props.webhook} onChanged={props.onChanged} />
      </Show>
    </>
  );
}

/** Renders the template of a generic webhook, which most of its tools need. */
function OwnTemplate(props: { webhook: Webhook; onChanged: (webhook: Webhook) => void }) {
  const { client } = useParley();
  const save = async (template: string) => {
    const { bot_id, id: webhook_id } = props.webhook;
    const { webhook } = await client.call('update-webhook', { bot_id, webhook_id, template });
    props.onChanged(webhook);
  };
  return (
    <Details title={n('template')}>
      <TemplateEditor webhook={props.webhook} save={save} />
    </Details>
  );
}

/** Returns the person's own bots that only send, under which a tool may post. */
const useOwnBots = () => {
  const bots = useManagedBots({ isOwn: true });
  return createMemo(() => bots().filter(({ bot_type: type }) => type === botTypes.incoming));
};

/** Renders one of the numbered steps. */
function Step(props: {
  number: number;
  title: string;
  ref?: (element: HTMLElement) => void;
  children: JSX.Element;
}) {
  const id = createUniqueId();
  return (
    <section class="step" aria-labelledby={id} tabIndex={-1} ref={(element) => props.ref?.(element)}>
      <h4 id={id}>
        <span class="visually-hidden">{n('step', { number: props.number, title: props.title })}</span>
        <span class="step-number" aria-hidden="true">
          {props.number}
        </span>
        <span aria-hidden="true">{props.title}</span>
      </h4>
      {props.children}
    </section>
  );
}

type WhereProps = {
  integration: Integration;
  mayCreate: boolean;
  onCreated: (webhook: Webhook) => void;
};

/** Creates where a webhook posts, and makes it. Call it inside a component. */
function createWhere(props: WhereProps) {
  const { store } = useParley();
  const connect = useConnect(props.integration);
  const bots = useOwnBots();
  const submission = createSubmission();
  const isShown = useIsShown();
  const [terms, set] = createTerms<Terms>({
    channelId: noChannel,
    topic: '',
    botId: props.mayCreate ? newBot : (bots()[0]?.user_id ?? newBot),
    botName: freeName(
      props.integration.title,
      [...store.people.users.values()].map(({ full_name: name }) => name),
    ),
  });
  const isNew = () => terms().botId === newBot;
  const isIncomplete = () => submission.isBusy() || (isNew() && terms().botName.trim() === '');
  const submit = () =>
    submission.run(async () => {
      const webhook = await connect(terms());
      if (isShown()) props.onCreated(webhook);
    });
  return { bots, terms, set, isNew, isIncomplete, problem: submission.problem, submit };
}

type Where = ReturnType<typeof createWhere>;

/** Renders what makes the address of what the form of the first step says. */
function Create(props: { form: string; where: Where }) {
  return (
    <>
      <Failure text={props.where.problem()} />
      <p>
        <button
          type="submit"
          form={props.form}
          class="button is-primary"
          disabled={props.where.isIncomplete()}
        >
          {n('makeAddress')}
        </button>
      </p>
    </>
  );
}

/** Renders the first step: channel, topic, and the bot that posts. */
function WhereForm(props: { id: string; where: Where; mayCreate: boolean }) {
  const { where } = props;
  const { terms, set } = where;
  const topicLength = useField('max_topic_length');
  return (
    <Form id={props.id} class="is-wide" onSubmit={() => void where.submit()}>
      <ChannelField value={terms().channelId} onChange={(channelId) => set({ channelId })} />
      <Show when={terms().channelId !== noChannel}>
        <TextField
          label={n('topic')}
          help={n('topicHelp')}
          maxLength={Number(topicLength() ?? limits.topicLength)}
          value={terms().topic}
          onChange={(topic) => set({ topic })}
        />
      </Show>
      <BotFields {...{ where }} mayCreate={props.mayCreate} />
    </Form>
  );
}

/** Renders the bot that posts: one of the person's own, or a new one. */
function BotFields(props: { where: Where; mayCreate: boolean }) {
  const { bots, terms, set, isNew } = props.where;
  return (
    <>
      <Show when={bots().length > 0}>
        <SelectField
          label={n('postsAs')}
          value={terms().botId}
          options={[
            ...(props.mayCreate ? [{ value: newBot, label: n('newBot') }] : []),
            ...bots().map((bot) => ({ value: bot.user_id, label: bot.full_name })),
          ]}
          onChange={(botId) => set({ botId })}
        />
      </Show>
      <Show when={isNew()}>
        <TextField
          label={n('botName')}
          help={n('botNameHelp')}
          isRequired
          maxLength={limits.personNameLength}
          value={terms().botName}
          onChange={(botName) => set({ botName })}
        />
      </Show>
    </>
  );
}

/**
 * Returns a function that makes a webhook of an integration, and its bot if it is to have a new one. After a failure it can be called again:
 * a bot that was made is used.
 */
function useConnect(integration: Integration): (terms: Terms) => Promise<Webhook> {
  const { store, client } = useParley();
  const domain = useField('realm_bot_domain');
  let made: { readonly name: string; readonly id: number } | undefined;
  return async ({ botId: chosen, botName, channelId, topic }) => {
    let botId = chosen;
    if (chosen === newBot) {
      const name = botName.trim();
      if (made?.name !== name) {
        const addresses = [...store.people.users.values()].map(({ email }) => email);
        const { user_id: id } = await client.call('add-bot', {
          full_name: name,
          short_name: freeShortName(name, domain() ?? '', addresses),
          bot_type: botTypes.incoming,
        });
        made = { name, id };
      }
      botId = made.id;
    }
    const { webhook } = await client.call('create-webhook', {
      bot_id: botId,
      integration: integration.name,
      channel_id: channelId,
      topic: channelId === noChannel ? '' : topic.trim(),
      is_enabled: true,
    });
    return webhook;
  };
}

/** Says where the messages of a webhook go, with the way to change it. */
function WhereWords(props: { base: string; webhook: Webhook }) {
  const { store } = useParley();
  const words = useChannelWords();
  const bot = () => store.people.users.get(props.webhook.bot_id)?.full_name ?? '';
  const place = () => words(props.webhook.channel_id ?? noChannel);
  return (
    <p>
      <span dir={directionOf(place())}>
        {props.webhook.channel_id === null
          ? n('goesToOwner', { bot: bot() })
          : props.webhook.topic === ''
            ? n('goesTo', { place: place(), bot: bot() })
            : n('goesToTopic', { place: place(), topic: props.webhook.topic, bot: bot() })}
      </span>{' '}
      <a href={`${props.base}/connected/${props.webhook.bot_id}`}>{n('changeLater')}</a>
    </p>
  );
}
