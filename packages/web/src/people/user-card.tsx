import type { UserId } from '@parley/client';
import type { IconNode } from 'lucide';
import { AtSign, CircleUser, Clock, Mail, MessageSquare, Search, Volume2, VolumeX } from 'lucide';
import { Index, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { timeOf } from '../i18n/format.ts';
import { locale, t } from '../i18n/index.ts';
import { emojiOf } from '../lib/text/emoji-of.ts';
import { attempt } from '../model/actions.ts';
import { namesOf, placeHref, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { mentionOf } from '../model/people/references.ts';
import { useEntry } from '../model/reactive.ts';
import { narrowHref } from '../router/router.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { pe } from './texts.ts';

const roleNames: Readonly<Record<number, Parameters<typeof t>[0]>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  600: 'guest',
};

/** Returns the name of a role; of a member, if the role is unknown. */
function roleName(role: number | undefined): string {
  const name = role === undefined ? undefined : roleNames[role];
  return name ? t(name) : pe('member');
}

function timeIn(zone: string): string {
  try {
    return new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: zone }).format();
  } catch {
    return timeOf(Date.now() / 1000);
  }
}

type CardProps = { userId: UserId; onDone: () => void };

/** Renders the card of a person: properties, and actions on the person. */
export function UserCard(props: CardProps) {
  const { store } = useParley();
  const user = useEntry(store.people.users, () => props.userId);
  const status = useEntry(store.people.statuses, () => props.userId);
  const isSelf = () => props.userId === store.people.selfId;
  const localTime = () => {
    const zone = user()?.timezone;
    return !zone || isSelf() ? undefined : timeIn(zone);
  };
  const statusText = () => {
    const present = status();
    return present && `${present.emoji_code ? emojiOf(present.emoji_code) : ''} ${present.status_text}`;
  };
  return (
    <>
      <Head userId={props.userId} />
      <Show when={user()?.is_active === false}>
        <p class="notice">{pe('deactivated')}</p>
      </Show>
      <Show when={statusText()}>
        {(text) => (
          <p class="user-card-status" dir={directionOf(text())}>
            {text()}
          </p>
        )}
      </Show>
      <Show when={user()?.delivery_email || localTime()}>
        <ul class="user-card-facts">
          <Show when={user()?.delivery_email}>{(email) => <Fact icon={Mail}>{email()}</Fact>}</Show>
          <Show when={localTime()}>
            {(time) => <Fact icon={Clock}>{pe('localTime', { time: time() })}</Fact>}
          </Show>
        </ul>
      </Show>
      <Actions {...props} />
    </>
  );
}

function Fact(props: { icon: IconNode; children: JSX.Element }) {
  return (
    <li>
      <Icon of={props.icon} />
      <span>{props.children}</span>
    </li>
  );
}

function Head(props: { userId: UserId }) {
  const { store } = useParley();
  const user = useEntry(store.people.users, () => props.userId);
  const name = () => user()?.full_name ?? userName(store, props.userId);
  return (
    <div class="user-card-head">
      <span class="face">
        <Avatar userId={props.userId} size="large" />
        <PresenceDot userId={props.userId} />
      </span>
      <div>
        <strong dir={directionOf(name())}>{name()}</strong>
        <p class="muted">{user()?.is_bot ? t('bot') : roleName(user()?.role)}</p>
      </div>
    </div>
  );
}

/** Returns the action that mutes a person, or ends that. Call it inside a component. */
function useMuting(props: CardProps): () => Action {
  const parley = useParley();
  const { store, client } = parley;
  const mutedAt = useEntry(store.people.muted, () => props.userId);
  const toggleMuted = () => {
    const params = { muted_user_id: props.userId };
    void attempt(
      parley,
      mutedAt() === undefined ? client.call('mute-user', params) : client.call('unmute-user', params),
    );
  };
  return () =>
    mutedAt() === undefined
      ? { icon: VolumeX, label: pe('mutePerson'), run: toggleMuted }
      : { icon: Volume2, label: pe('unmutePerson'), run: toggleMuted };
}

/** Returns what can be done with a person. Call it inside a component. */
function useActions(props: CardProps): () => readonly Action[] {
  const parley = useParley();
  const { store } = parley;
  const isSelf = () => props.userId === store.people.selfId;
  /** Closes the card, then runs `act`. Reads the ID first, because a closed card has no properties. */
  const closing = (act: (userId: UserId) => void) => () => {
    const { userId } = props;
    props.onDone();
    act(userId);
  };
  const write = closing((userId) => {
    parley.router.go(placeHref(store, { kind: 'direct', userIds: [userId] }));
    requestAnimationFrame(() => parley.composing.ask({}));
  });
  const mention = closing((userId) => parley.composing.ask({ insert: `${mentionOf(store, userId)} ` }));
  const search = closing((userId) =>
    parley.router.go(narrowHref([{ operator: 'sender', operand: userId }], namesOf(store))),
  );
  const showDetails = closing((userId) =>
    parley.router.go(isSelf() ? '#settings/profile' : `#organization/people/${userId}`),
  );
  const mute = useMuting(props);
  return () => [
    { icon: MessageSquare, label: t('directMessage'), isPrimary: true, run: write },
    { icon: AtSign, label: t('mention'), run: mention },
    { icon: Search, label: pe('messagesSent'), run: search },
    { icon: CircleUser, label: isSelf() ? t('settings') : t('details'), run: showDetails },
    ...(isSelf() ? [] : [mute()]),
  ];
}

type Action = {
  readonly icon: IconNode;
  readonly label: string;
  readonly isPrimary?: boolean;
  readonly run: () => void;
};

function Actions(props: CardProps) {
  const actions = useActions(props);
  return (
    <div class="user-card-actions">
      <Index each={actions()}>
        {(action) => (
          <CardAction
            icon={action().icon}
            label={action().label}
            isPrimary={action().isPrimary ?? false}
            run={() => action().run()}
          />
        )}
      </Index>
    </div>
  );
}

function CardAction(props: { icon: IconNode; label: string; isPrimary?: boolean; run: () => void }) {
  return (
    <button
      type="button"
      class="button"
      classList={{ 'is-primary': props.isPrimary ?? false }}
      onClick={() => props.run()}
    >
      <Icon of={props.icon} />
      {props.label}
    </button>
  );
}
