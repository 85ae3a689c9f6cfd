import { Popover } from '@kobalte/core/popover';
import { AtSign, MessageSquare, Search } from 'lucide';
import { createSignal, Show } from 'solid-js';
import { composeTo } from '../compose/target.ts';
import { emojiOf } from '../content/enhance.ts';
import { timeOf } from '../i18n/format.ts';
import { locale, t } from '../i18n/index.ts';
import { namesOf, placeHref, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { go, narrowHref } from '../router.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';

const roleNames: Readonly<Record<number, Parameters<typeof t>[0]>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};

/** A person's name as a button that opens their card. */
export function UserButton(props: { userId: number; name: string; class?: string }) {
  const [isOpen, setOpen] = createSignal(false);
  return (
    <Show
      when={isOpen()}
      fallback={
        <button
          type="button"
          class={`user-button ${props.class ?? ''}`}
          dir="auto"
          onClick={() => setOpen(true)}
        >
          {props.name}
        </button>
      }
    >
      <Popover open onOpenChange={setOpen} placement="bottom-start" gutter={4}>
        <Popover.Trigger class={`user-button ${props.class ?? ''}`} dir="auto">
          {props.name}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content class="popover user-card" aria-label={props.name}>
            <UserCard userId={props.userId} onDone={() => setOpen(false)} />
          </Popover.Content>
        </Popover.Portal>
      </Popover>
    </Show>
  );
}

function UserCard(props: { userId: number; onDone: () => void }) {
  const { store } = useParley();
  const user = useEntry(store.people.users, () => props.userId);
  const status = useEntry(store.people.statuses, () => props.userId);
  const isSelf = () => props.userId === store.people.selfId;
  const localTime = () => {
    const zone = user()?.timezone;
    if (!zone || isSelf()) return undefined;
    try {
      return new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: zone }).format();
    } catch {
      return timeOf(Date.now() / 1000);
    }
  };
  return (
    <>
      <div class="user-card-head">
        <Avatar userId={props.userId} size="large" />
        <div>
          <strong dir="auto">{user()?.full_name ?? userName(store, props.userId)}</strong>
          <p class="muted">
            <PresenceDot userId={props.userId} />{' '}
            {user()?.is_bot ? t('bot') : t(roleNames[user()?.role ?? 400] ?? 'member')}
          </p>
        </div>
      </div>
      <Show when={user() && !user()!.is_active}>
        <p class="notice">{t('deactivated')}</p>
      </Show>
      <Show when={status()}>
        {(present) => (
          <p dir="auto">
            {present().emoji_code ? emojiOf(present().emoji_code!) : ''} {present().status_text}
          </p>
        )}
      </Show>
      <Show when={user()?.delivery_email}>{(email) => <p class="muted">{email()}</p>}</Show>
      <Show when={localTime()}>{(time) => <p class="muted">{t('localTime', { time: time() })}</p>}</Show>
      <div class="user-card-actions">
        <button
          type="button"
          class="button is-primary"
          onClick={() => {
            props.onDone();
            go(placeHref(store, { kind: 'direct', userIds: [props.userId] }));
            composeTo({});
          }}
        >
          <Icon of={MessageSquare} />
          {t('directMessage')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            props.onDone();
            composeTo({ insert: `@**${userName(store, props.userId)}** ` });
          }}
        >
          <Icon of={AtSign} />
          {t('mention')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            props.onDone();
            go(narrowHref([{ operator: 'sender', operand: props.userId }], namesOf(store)));
          }}
        >
          <Icon of={Search} />
          {t('messagesSent')}
        </button>
      </div>
    </>
  );
}
