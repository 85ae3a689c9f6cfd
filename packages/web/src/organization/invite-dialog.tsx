import type { ParamsOf } from '@parley/client';
import { X } from 'lucide';
import { createSignal, For, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { CheckField, TextField } from '../forms/fields.tsx';
import { groupName } from '../forms/group-words.ts';
import { InvitationProblem } from '../forms/invitation-problem.tsx';
import { f } from '../forms/texts.ts';
import { t } from '../i18n/index.ts';
import { holdFocus } from '../lib/hold-focus.ts';
import { useIsShown } from '../lib/is-shown.ts';
import { channelName, compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { useField, useHasPermission, useRole } from '../model/self.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { PickField } from '../ui/pick-field.tsx';
import { roleHelp, roleName, roleValues } from './role-names.ts';
import { o } from './texts.ts';

const minutesOf = { hour: 60, day: 1_440 } as const;
const lives: readonly (readonly [minutes: number | null, label: () => string])[] = [
  [minutesOf.hour, () => o('hours', { count: 1 })],
  [minutesOf.day, () => o('days', { count: 1 })],
  [10 * minutesOf.day, () => o('days', { count: 10 })],
  [30 * minutesOf.day, () => o('days', { count: 30 })],
  [null, () => o('forever')],
];
const usualLife = 2;

type Way = 'mail' | 'link';

/** Creates what the person has entered, and sends it. Call it inside a component. */
function createInvitation(onSent: () => void) {
  const parley = useParley();
  const { client } = parley;
  const mayMail = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
  const [chosenWay, setWay] = createSignal<Way>();
  const way = (): Way => chosenWay() ?? (mayMail() ? 'mail' : 'link');
  const [addresses, setAddresses] = createSignal('');
  const [role, setRole] = createSignal(400);
  const [life, setLife] = createSignal(usualLife);
  const [channelIds, setChannelIds] = createSignal<readonly number[]>([]);
  const [hasDefaults, setHasDefaults] = createSignal(true);
  const [groups, setGroups] = createSignal<readonly number[]>([]);
  const [isTold, setTold] = createSignal(true);
  const [isBusy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<unknown>();
  const [link, setLink] = createSignal<string>();
  const shared = () => ({
    stream_ids: [...channelIds()],
    invite_expires_in_minutes: lives[life()]?.[0] ?? null,
    invite_as: role(),
    group_ids: [...groups()],
    include_realm_default_subscriptions: hasDefaults(),
  });
  const count = () =>
    addresses()
      .split(/[,;\n]/)
      .filter((each) => each.trim() !== '').length;
  const isShown = useIsShown();
  const send = async () => {
    if (way() === 'link') {
      setLink((await client.call('create-invite-link', shared())).invite_link);
      return;
    }
    const params: ParamsOf<'send-invites'> = {
      ...shared(),
      invitee_emails: addresses(),
      notify_referrer_on_join: isTold(),
    };
    await client.call('send-invites', params);
    parley.toasts.show(o('invited', { count: count() }));
    if (isShown()) onSent();
  };
  const submit = async () => {
    const returnFocus = holdFocus();
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
      returnFocus();
    }
  };
  return {
    hasWays: () => mayMail() && mayLink(),
    way,
    setWay,
    addresses,
    setAddresses,
    role,
    setRole,
    life,
    setLife,
    channelIds,
    setChannelIds,
    hasDefaults,
    setHasDefaults,
    groups,
    setGroups,
    isTold,
    setTold,
    isIncomplete: () => isBusy() || (way() === 'mail' && count() === 0),
    problem,
    link,
    submit,
  };
}

type Invitation = ReturnType<typeof createInvitation>;

/** Renders the dialog that invites people by mail or creates a reusable link. */
export function InviteDialog(props: { onClose: () => void }) {
  const invitation = createInvitation(() => props.onClose());
  let form: HTMLFormElement | undefined;
  return (
    <Dialog
      title={o('invite')}
      focusFirst={() => form?.querySelector<HTMLElement>('textarea, select') ?? undefined}
      onClose={props.onClose}
    >
      <Show
        when={invitation.link()}
        fallback={
          <form
            class="stack"
            ref={form}
            onSubmit={(event) => {
              event.preventDefault();
              void invitation.submit();
            }}
          >
            <WayFields invitation={invitation} />
            <TermFields invitation={invitation} />
            <PlaceFields invitation={invitation} />
            <div role="alert">
              <Show when={invitation.problem()}>{(error) => <InvitationProblem error={error()} />}</Show>
            </div>
            <div class="dialog-actions">
              <button type="button" class="button" onClick={() => props.onClose()}>
                {t('cancel')}
              </button>
              <button type="submit" class="button is-primary" disabled={invitation.isIncomplete()}>
                {o(invitation.way() === 'mail' ? 'sendInvitations' : 'createLink')}
              </button>
            </div>
          </form>
        }
      >
        {(address) => <CopyField label={o('inviteLink')} value={address()} />}
      </Show>
    </Dialog>
  );
}

/** Renders how people are invited: by mail with their addresses, or by a link. */
function WayFields(props: { invitation: Invitation }) {
  const { invitation } = props;
  return (
    <>
      <Show when={invitation.hasWays()}>
        <fieldset class="radio-list">
          <legend class="visually-hidden">{o('invite')}</legend>
          <For each={['mail', 'link'] as const}>
            {(each) => (
              <label>
                <input
                  type="radio"
                  name="way"
                  checked={invitation.way() === each}
                  onChange={() => invitation.setWay(each)}
                />
                {o(each === 'mail' ? 'inviteByMail' : 'inviteByLink')}
              </label>
            )}
          </For>
        </fieldset>
      </Show>
      <Show when={invitation.way() === 'mail'}>
        <TextField
          label={o('addresses')}
          rows={3}
          isRequired
          placeholder={o('addressesHelp')}
          value={invitation.addresses()}
          onChange={invitation.setAddresses}
        />
      </Show>
    </>
  );
}

/** Renders the role that people get, and how long the invitation is valid. */
function TermFields(props: { invitation: Invitation }) {
  const { invitation } = props;
  const ownRole = useRole();
  return (
    <>
      <label class="field">
        <span class="label">{o('inviteAs')}</span>
        <select class="input" onChange={(event) => invitation.setRole(Number(event.currentTarget.value))}>
          <For each={roleValues.filter((each) => each >= ownRole())}>
            {(each) => (
              <option value={each} selected={each === invitation.role()}>
                {roleName(each)}
              </option>
            )}
          </For>
        </select>
        <span class="setting-help">{roleHelp(invitation.role())}</span>
      </label>
      <label class="field">
        <span class="label">{o('expires')}</span>
        <select class="input" onChange={(event) => invitation.setLife(Number(event.currentTarget.value))}>
          <For each={lives}>
            {([, label], index) => (
              <option value={index()} selected={index() === invitation.life()}>
                {label()}
              </option>
            )}
          </For>
        </select>
      </label>
    </>
  );
}

/** Renders the channels and groups to which people are added, and who is told of it. */
function PlaceFields(props: { invitation: Invitation }) {
  const { invitation } = props;
  const defaults = useField('realm_default_streams');
  const count = () => defaults()?.length ?? 0;
  return (
    <>
      <ChannelsField value={invitation.channelIds()} onChange={invitation.setChannelIds} />
      <Show when={count() > 0}>
        <CheckField
          label={o('withDefaults', { count: count() })}
          value={invitation.hasDefaults()}
          onChange={invitation.setHasDefaults}
        />
      </Show>
      <GroupsField value={invitation.groups()} onChange={invitation.setGroups} />
      <Show when={invitation.way() === 'mail'}>
        <CheckField label={o('notifyMe')} value={invitation.isTold()} onChange={invitation.setTold} />
      </Show>
    </>
  );
}

function ChannelsField(props: { value: readonly number[]; onChange: (ids: readonly number[]) => void }) {
  const { store } = useParley();
  const offered = useDerived([store.channels.channels], () =>
    [...store.channels.channels.values()]
      .filter((channel) => !channel.is_archived)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  return (
    <div class="field">
      <span class="label">{o('intoChannels')}</span>
      <div class="members-field">
        <For each={props.value}>
          {(id) => (
            <Chosen
              name={`#${channelName(store, id)}`}
              onRemove={() => props.onChange(props.value.filter((each) => each !== id))}
            />
          )}
        </For>
        <PickField
          label={o('addChannel')}
          placeholder={o('addChannel')}
          items={() =>
            offered()
              .filter((channel) => !props.value.includes(channel.stream_id))
              .map((channel) => ({ id: channel.stream_id, label: channel.name }))
          }
          onPick={(id) => props.onChange([...props.value, id])}
        />
      </div>
    </div>
  );
}

function GroupsField(props: { value: readonly number[]; onChange: (ids: readonly number[]) => void }) {
  const { store } = useParley();
  const offered = useDerived([store.groups.groups], () =>
    [...store.groups.groups.values()]
      .filter((group) => !group.is_system_group && !group.deactivated)
      .sort((one, other) => compareNames(one.name, other.name)),
  );

  return (
    <Show when={offered().length > 0}>
      <div class="field">
        <span class="label">{o('intoGroups')}</span>
        <div class="members-field">
          <For each={props.value}>
            {(id) => (
              <Chosen
                name={groupName(store.groups.groups.get(id))}
                onRemove={() => props.onChange(props.value.filter((each) => each !== id))}
              />
            )}
          </For>
          <PickField
            label={o('intoGroups')}
            placeholder={o('addGroup')}
            items={() =>
              offered()
                .filter((group) => !props.value.includes(group.id))
                .map((group) => ({ id: group.id, label: group.name }))
            }
            onPick={(id) => props.onChange([...props.value, id])}
          />
        </div>
      </div>
    </Show>
  );
}

function Chosen(props: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      class="chip is-word"
      aria-label={f('remove', { name: props.name })}
      onClick={() => props.onRemove()}
    >
      {props.name}
      <Icon of={X} />
    </button>
  );
}
