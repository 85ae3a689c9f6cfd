import type { User, UserId } from '@parley/client';
import { foldCase } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { Ban, Bot, KeyRound, Pencil, RefreshCw, RotateCcw } from 'lucide';
import { createMemo, createSignal, createUniqueId, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { EmptyNote, EntryLink, EntryMenu } from '../forms/entries.tsx';
import { CheckField, SearchField, SelectField, TextField } from '../forms/fields.tsx';
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

/** Creates the list of bots, and what selects those to show. Call it inside a component. */
function createBotList(isOwn: () => boolean) {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const [showsDeactivated, setShowsDeactivated] = createSignal(false);
  const isMine = (bot: User) => bot.bot_owner_id === store.people.selfId;
  const all = useDerived([store.people.users], () =>
    [...store.people.users.values()]
      .filter((user) => user.is_bot)
      .sort((one, other) => compareNames(one.full_name, other.full_name)),
  );
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return all().filter(
      (bot) =>
        (!isOwn() || isMine(bot)) &&
        (bot.is_active || showsDeactivated()) &&
        foldCase(bot.full_name).includes(wanted),
    );
  });
  return { query, setQuery, showsDeactivated, setShowsDeactivated, shown, isMine };
}

/** Returns a function that returns the actions on a bot. Call it inside a component. */
function useBotActions(open: (opened: Opened) => void): (bot: User) => readonly MenuEntry[] {
  const parley = useParley();
  const { client } = parley;
  const showKey = (bot: User) =>
    attempt(
      parley,
      client
        .call('get-bot-api-key', { bot_id: bot.user_id })
        .then(({ api_key: key }) => open({ kind: 'key', bot, key })),
    );
  return (bot) => {
    if (!bot.is_active) {
      const run = () => void attempt(parley, client.call('reactivate-user', { user_id: bot.user_id }));
      return [{ label: f('reactivate'), icon: RotateCcw, run }];
    }
    return [
      { label: t('edit'), icon: Pencil, run: () => open({ kind: 'edit', bot }) },
      { label: b('showKey'), icon: KeyRound, run: () => void showKey(bot) },
      { label: b('renewKey'), icon: RefreshCw, run: () => open({ kind: 'renew', bot }) },
      'separator',
      { label: f('deactivate'), icon: Ban, isDangerous: true, run: () => open({ kind: 'deactivate', bot }) },
    ];
  };
}

/** Returns the kinds of bots that the person may create. Call it inside a component. */
function useCreatableTypes() {
  const mayCreateGeneric = useHasPermission(useField('realm_can_create_bots_group'));
  const mayCreateSending = useHasPermission(useField('realm_can_create_write_only_bots_group'));
  return () => [...(mayCreateGeneric() ? [1] : []), ...(mayCreateSending() ? [2] : [])];
}

/** Lists bots: all bots of the organization, or with `isOwn` only the person's own. */
export default function BotsSection(props: { isOwn?: boolean }) {
  const list = createBotList(() => props.isOwn ?? false);
  const [opened, setOpened] = createSignal<Opened>();
  const isAdministrator = useIsAdministrator();
  const types = useCreatableTypes();
  const mayManage = (bot: User) => list.isMine(bot) || (isAdministrator() && bot.bot_owner_id !== null);
  const actionsOf = useBotActions(setOpened);
  return (
    <div class="is-filling">
      <p class="muted">{b('botsHelp')}</p>
      <BotTools list={list} mayCreate={types().length > 0} onCreate={() => setOpened({ kind: 'new' })} />
      <VirtualList
        label={b('bots')}
        items={list.shown()}
        rowRem={3.5}
        fallback={<NoBots isSearching={list.query() !== ''} />}
        row={(bot) => (
          <>
            <BotRow bot={bot} />
            <Show when={mayManage(bot)}>
              <EntryMenu name={bot.full_name} entries={() => actionsOf(bot)} />
            </Show>
          </>
        )}
      />
      <Show when={opened()} keyed>
        {(present) => (
          <BotDialog
            opened={present}
            types={types()}
            onOpen={setOpened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Show>
    </div>
  );
}

function NoBots(props: { isSearching: boolean }) {
  return (
    <Show when={!props.isSearching} fallback={<p class="muted">{t('nothingFound')}</p>}>
      <EmptyNote icon={Bot}>{b('noBots')}</EmptyNote>
    </Show>
  );
}

function BotTools(props: {
  list: ReturnType<typeof createBotList>;
  mayCreate: boolean;
  onCreate: () => void;
}) {
  const { list } = props;
  return (
    <div class="toolbar">
      <SearchField label={b('filterBots')} value={list.query()} onChange={list.setQuery} />
      <CheckField
        label={b('showDeactivatedBots')}
        value={list.showsDeactivated()}
        onChange={list.setShowsDeactivated}
      />
      <Show when={props.mayCreate}>
        <button type="button" class="button is-primary" onClick={() => props.onCreate()}>
          {b('newBot')}
        </button>
      </Show>
    </div>
  );
}

function BotRow(props: { bot: User }) {
  const { store } = useParley();
  return (
    <>
      <Avatar userId={props.bot.user_id} />
      <EntryLink href={`#organization/people/${props.bot.user_id}`} name={props.bot.full_name}>
        <span class="muted">
          {props.bot.bot_owner_id === null
            ? b('botKindSystem')
            : `${b(kindOf(props.bot))} · ${b('ownedBy', { name: userName(store, props.bot.bot_owner_id) })}`}
          {props.bot.is_active ? '' : ` · ${f('deactivated')}`}
        </span>
      </EntryLink>
    </>
  );
}

function BotDialog(props: {
  opened: Opened;
  /** Kinds of bots that the person may create. */
  types: readonly number[];
  onOpen: (opened: Opened) => void;
  onClose: () => void;
}) {
  const present = props.opened;
  switch (present.kind) {
    case 'new':
      return (
        <NewBot
          types={props.types}
          onCreated={(name, key) => props.onOpen({ kind: 'key', bot: { full_name: name }, key })}
          onClose={props.onClose}
        />
      );
    case 'key':
      return (
        <Dialog title={b('botKey', { name: present.bot.full_name })} onClose={props.onClose}>
          <CopyField label={b('botKey', { name: present.bot.full_name })} value={present.key} isSecret />
        </Dialog>
      );
    case 'edit':
      return <EditBot botId={present.bot.user_id} onClose={props.onClose} />;
    case 'renew':
      return <RenewKey bot={present.bot} onOpen={props.onOpen} onClose={props.onClose} />;
    case 'deactivate':
      return <DeactivateBot bot={present.bot} onClose={props.onClose} />;
  }
}

function RenewKey(props: { bot: User; onOpen: (opened: Opened) => void; onClose: () => void }) {
  const { client } = useParley();
  const { bot } = props;
  return (
    <FormDialog
      title={b('renewKeyAsk', { name: bot.full_name })}
      button={b('renewKey')}
      isDangerous
      act={async () => {
        const { api_key: key } = await client.call('regenerate-bot-api-key', { bot_id: bot.user_id });
        // Waits for the confirmation dialog to close, because closing it would also close the dialog with the key.
        setTimeout(() => props.onOpen({ kind: 'key', bot, key }));
      }}
      onClose={props.onClose}
    >
      <p>{b('renewKeyMore')}</p>
    </FormDialog>
  );
}

function DeactivateBot(props: { bot: User; onClose: () => void }) {
  const parley = useParley();
  const { store, client } = parley;
  const { user_id: userId, full_name: name } = props.bot;
  const channels = () => [...store.channels.subscribers.values()].filter((ids) => ids.has(userId)).length;
  return (
    <FormDialog
      title={b('deactivateBotAsk', { name })}
      button={f('deactivate')}
      isDangerous
      act={async () => {
        await client.call('deactivate-bot', { bot_id: userId });
        const undo = () => void attempt(parley, client.call('reactivate-user', { user_id: userId }));
        parley.toasts.show(f('wasDeactivated', { name }), { undo });
      }}
      onClose={props.onClose}
    >
      <p>{b('deactivateBotMore')}</p>
      <MessagesStay userId={userId} />
      <p>{b('deactivateBotChannels', { count: channels() })}</p>
    </FormDialog>
  );
}

const kindOf = ({ bot_type: type }: User) => (type === 3 ? 'botKind3' : type === 2 ? 'botKind2' : 'botKind1');

type NewBotProps = {
  types: readonly number[];
  onCreated: (name: string, key: string) => void;
  onClose: () => void;
};

/** Creates what the person enters about a bot, and creates the bot. Call it inside a component. */
function createNewBot(props: NewBotProps) {
  const { client } = useParley();
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
  return { name, setName, shortName, setShortName, type, setType, create };
}

function NewBot(props: NewBotProps) {
  const { name, setName, shortName, setShortName, type, setType, create } = createNewBot(props);
  return (
    <FormDialog
      title={b('newBot')}
      button={b('newBot')}
      isDisabled={name().trim() === '' || shortName() === ''}
      act={create}
      onClose={props.onClose}
    >
      <TextField label={b('botName')} maxLength={limits.personNameLength} value={name()} onChange={setName} />
      <ShortNameField value={shortName()} onChange={setShortName} />
      <SelectField
        label={b('botType')}
        value={type()}
        options={props.types.map((value) => ({ value, label: b(value === 2 ? 'botType2' : 'botType1') }))}
        onChange={setType}
      />
    </FormDialog>
  );
}

/** Renders the short name of a bot, and the address that it gives. */
function ShortNameField(props: { value: string; onChange: (name: string) => void }) {
  const domain = useField('realm_bot_domain');
  const id = createUniqueId();
  return (
    <>
      <label class="field">
        <span class="label">{b('botShortName')}</span>
        <input
          class="input"
          aria-describedby={id}
          dir={directionOf(props.value)}
          value={props.value}
          on:input={(event) => props.onChange(event.currentTarget.value)}
        />
      </label>
      <p class="muted" id={id}>
        {b('botAddress', { address: `${props.value || '…'}-bot@${domain() ?? ''}` })}
      </p>
    </>
  );
}

function EditBot(props: { botId: UserId; onClose: () => void }) {
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
            value={{ groupIds: [], userIds: [owner() ?? []].flat() }}
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
