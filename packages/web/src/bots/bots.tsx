import type { User } from '@parley/client';
import { foldCase } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { Ban, Bot, KeyRound, Pencil, RefreshCw, RotateCcw } from 'lucide';
import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { EmptyNote, EntryMenu } from '../forms/entries.tsx';
import { CheckField, SearchField, TextField } from '../forms/fields.tsx';
import { MembersField } from '../forms/members-field.tsx';
import { TextSetting } from '../forms/setting.tsx';
import { f } from '../forms/texts.ts';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { useIsShown } from '../lib/is-shown.ts';
import { attempt } from '../model/actions.ts';
import { compareNames, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { useField, useHasPermission, useIsAdministrator } from '../model/self.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { MessagesStay } from './messages-stay.tsx';
import { shortNameOf } from './short-name.ts';
import { b } from './texts.ts';

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'deactivate' | 'renew'; readonly bot: User }
  | { readonly kind: 'key'; readonly bot: Pick<User, 'full_name'>; readonly key: string };

/** Lists bots: all bots of the organization, or with `isOwn` only the person's own. */
export default function BotsSection(props: { isOwn?: boolean }) {
  const parley = useParley();
  const { store, client } = parley;
  const [query, setQuery] = createSignal('');
  const [showsDeactivated, setShowsDeactivated] = createSignal(false);
  const [opened, setOpened] = createSignal<Opened>();
  const isAdministrator = useIsAdministrator();
  const generic = useField('realm_can_create_bots_group');
  const sending = useField('realm_can_create_write_only_bots_group');
  const mayCreateGeneric = useHasPermission(generic);
  const mayCreateSending = useHasPermission(sending);
  const mayCreate = () => mayCreateGeneric() || mayCreateSending();
  const isMine = (bot: User) => bot.bot_owner_id === store.people.selfId;
  const mayManage = (bot: User) => isMine(bot) || (isAdministrator() && bot.bot_owner_id !== null);
  const all = useDerived([store.people.users], () =>
    [...store.people.users.values()]
      .filter((user) => user.is_bot)
      .sort((one, other) => compareNames(one.full_name, other.full_name)),
  );
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return all().filter(
      (bot) =>
        (!props.isOwn || isMine(bot)) &&
        (bot.is_active || showsDeactivated()) &&
        foldCase(bot.full_name).includes(wanted),
    );
  });
  const channelsOf = ({ user_id: id }: User) =>
    [...store.channels.subscribers.values()].filter((ids) => ids.has(id)).length;
  const close = () => setOpened(undefined);
  const deactivate = async ({ user_id, full_name: name }: User) => {
    await client.call('deactivate-bot', { bot_id: user_id });
    const undo = () => void attempt(parley, client.call('reactivate-user', { user_id }));
    parley.toasts.show(f('wasDeactivated', { name }), { undo });
  };
  const showKey = (bot: User) =>
    attempt(
      parley,
      client.call('get-bot-api-key', { bot_id: bot.user_id }).then(({ api_key: key }) => {
        setOpened({ kind: 'key', bot, key });
      }),
    );
  const actionsOf = (bot: User): readonly MenuEntry[] => {
    if (!bot.is_active) {
      const run = () => void attempt(parley, client.call('reactivate-user', { user_id: bot.user_id }));
      return [{ label: f('reactivate'), icon: RotateCcw, run }];
    }
    return [
      { label: t('edit'), icon: Pencil, run: () => setOpened({ kind: 'edit', bot }) },
      { label: b('showKey'), icon: KeyRound, run: () => void showKey(bot) },
      { label: b('renewKey'), icon: RefreshCw, run: () => setOpened({ kind: 'renew', bot }) },
      'separator',
      {
        label: f('deactivate'),
        icon: Ban,
        isDangerous: true,
        run: () => setOpened({ kind: 'deactivate', bot }),
      },
    ];
  };
  return (
    <div class="is-filling">
      <p class="muted">{b('botsHelp')}</p>
      <div class="toolbar">
        <SearchField label={b('filterBots')} value={query()} onChange={setQuery} />
        <CheckField
          label={b('showDeactivatedBots')}
          value={showsDeactivated()}
          onChange={setShowsDeactivated}
        />
        <Show when={mayCreate()}>
          <button type="button" class="button is-primary" onClick={() => setOpened({ kind: 'new' })}>
            {b('newBot')}
          </button>
        </Show>
      </div>
      <VirtualList
        label={b('bots')}
        items={shown()}
        rowRem={3.5}
        fallback={
          <Show when={query() === ''} fallback={<p class="muted">{t('nothingFound')}</p>}>
            <EmptyNote icon={Bot}>{b('noBots')}</EmptyNote>
          </Show>
        }
        row={(bot) => (
          <>
            <Avatar userId={bot.user_id} />
            <a class="row-main" href={`#organization/people/${bot.user_id}`} data-list-item>
              <span dir={directionOf(bot.full_name)}>{bot.full_name}</span>
              <span class="muted">
                {bot.bot_owner_id === null
                  ? b('botKindSystem')
                  : `${b(kindOf(bot))} · ${b('ownedBy', { name: userName(store, bot.bot_owner_id) })}`}
                {bot.is_active ? '' : ` · ${f('deactivated')}`}
              </span>
            </a>
            <Show when={mayManage(bot)}>
              <EntryMenu name={bot.full_name} entries={() => actionsOf(bot)} />
            </Show>
          </>
        )}
      />
      <Show when={opened()} keyed>
        {(present) => {
          if (present.kind === 'new') {
            return (
              <NewBot
                types={[...(mayCreateGeneric() ? [1] : []), ...(mayCreateSending() ? [2] : [])]}
                onCreated={(name, key) => setOpened({ kind: 'key', bot: { full_name: name }, key })}
                onClose={close}
              />
            );
          }
          if (present.kind === 'key') {
            return (
              <Dialog title={b('botKey', { name: present.bot.full_name })} onClose={close}>
                <CopyField
                  label={b('botKey', { name: present.bot.full_name })}
                  value={present.key}
                  isSecret
                />
              </Dialog>
            );
          }
          const { bot } = present;
          if (present.kind === 'edit') return <EditBot botId={bot.user_id} onClose={close} />;
          const isRenewal = present.kind === 'renew';
          return (
            <FormDialog
              title={b(isRenewal ? 'renewKeyAsk' : 'deactivateBotAsk', { name: bot.full_name })}
              button={isRenewal ? b('renewKey') : f('deactivate')}
              isDangerous
              act={async () => {
                if (!isRenewal) return deactivate(bot);
                const { api_key: key } = await client.call('regenerate-bot-api-key', {
                  bot_id: bot.user_id,
                });
                // Waits for the confirmation dialog to close, because closing it would also close the dialog with the key.
                setTimeout(() => setOpened({ kind: 'key', bot, key }));
                return undefined;
              }}
              onClose={close}
            >
              <p>{b(isRenewal ? 'renewKeyMore' : 'deactivateBotMore')}</p>
              <Show when={!isRenewal}>
                <MessagesStay userId={bot.user_id} />
                <p>{b('deactivateBotChannels', { count: channelsOf(bot) })}</p>
              </Show>
            </FormDialog>
          );
        }}
      </Show>
    </div>
  );
}

const kindOf = ({ bot_type: type }: User) => (type === 3 ? 'botKind3' : type === 2 ? 'botKind2' : 'botKind1');

function NewBot(props: {
  types: readonly number[];
  onCreated: (name: string, key: string) => void;
  onClose: () => void;
}) {
  const { client } = useParley();
  const domain = useField('realm_bot_domain');
  const id = createUniqueId();
  const [name, setName] = createSignal('');
  const [ownShortName, setShortName] = createSignal<string>();
  const [type, setType] = createSignal(props.types[0] ?? 1);
  const shortName = () => ownShortName() ?? shortNameOf(name());
  const isShown = useIsShown();
  const create = async () => {
    const params = { full_name: name().trim(), short_name: shortName(), bot_type: type() };
    const { api_key: key } = await client.call('add-bot', params);
    // Waits for the form to close, because closing it would also close the dialog with the key.
    if (isShown()) setTimeout(() => props.onCreated(params.full_name, key));
  };
  return (
    <FormDialog
      title={b('newBot')}
      button={b('newBot')}
      isDisabled={name().trim() === '' || shortName() === ''}
      act={create}
      onClose={props.onClose}
    >
      <TextField label={b('botName')} maxLength={limits.personNameLength} value={name()} onChange={setName} />
      <label class="field">
        <span class="label">{b('botShortName')}</span>
        <input
          class="input"
          aria-describedby={id}
          dir={directionOf(shortName())}
          value={shortName()}
          on:input={(event) => setShortName(event.currentTarget.value)}
        />
      </label>
      <p class="muted" id={id}>
        {b('botAddress', { address: `${shortName() || '…'}-bot@${domain() ?? ''}` })}
      </p>
      <label class="field">
        <span class="label">{b('botType')}</span>
        <select class="input" onChange={(event) => setType(Number(event.currentTarget.value))}>
          <For each={props.types}>
            {(each) => (
              <option value={each} selected={each === type()}>
                {b(each === 2 ? 'botType2' : 'botType1')}
              </option>
            )}
          </For>
        </select>
      </label>
    </FormDialog>
  );
}

function EditBot(props: { botId: number; onClose: () => void }) {
  const parley = useParley();
  const { store, client } = parley;
  const bot = useEntry(store.people.users, () => props.botId);
  const isAdministrator = useIsAdministrator();
  const owner = () => bot()?.bot_owner_id ?? undefined;
  return (
    <Dialog title={b('editBot', { name: bot()?.full_name ?? '' })} onClose={props.onClose}>
      <TextSetting
        label={b('botName')}
        isRequired
        maxLength={limits.personNameLength}
        value={() => bot()?.full_name ?? ''}
        save={(name) => client.call('update-bot', { bot_id: props.botId, full_name: name })}
      />
      <Show when={isAdministrator()}>
        <div class="field">
          <span class="label">{b('botOwner')}</span>
          <MembersField
            label={b('botOwner')}
            value={{ groupIds: [], userIds: owner() === undefined ? [] : [owner()!] }}
            isUserOffered={(id) => !store.people.users.get(id)?.is_bot}
            onChange={({ userIds }) => {
              const id = userIds.at(-1);
              if (id === undefined || id === owner()) return;
              void attempt(
                parley,
                client.call('update-bot', { bot_id: props.botId, bot_owner_id: id }),
                t('notSaved'),
              );
            }}
          />
        </div>
      </Show>
    </Dialog>
  );
}
