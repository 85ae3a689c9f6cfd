import type { ChannelId, GroupId, ParamsOf } from '@parley/client';
import { X } from 'lucide';
import { createSignal, For, Show } from 'solid-js';
import { CopyField } from '../../forms/copy-field.tsx';
import { CheckField, createTerms, SelectField, TextField } from '../../forms/fields.tsx';
import { groupName } from '../../forms/group-words.ts';
import { InvitationProblem } from '../../forms/invitation-problem.tsx';
import { f } from '../../forms/texts.ts';
import { useIsShown } from '../../lib/is-shown.ts';
import { mailAddresses } from '../../lib/text/mail-addresses.ts';

import { channelName, compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { useField, useHasPermission, useRole } from '../../model/self.ts';
import { createSubmission } from '../../model/submission.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { o } from '../texts.ts';
import { roleHelp, roleName, roleValues } from './role-names.ts';

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

/** Creates the choice between an invitation by mail and a link. Call it inside a component. */
function createWays() {
  const mayMail = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
  const [chosenWay, setWay] = createSignal<Way>();
  const way = (): Way => chosenWay() ?? (mayMail() ? 'mail' : 'link');
  return { hasWays: () => mayMail() && mayLink(), way, setWay };
}

/** Creates the terms of an invitation. Call it inside a component. */
function createInvitationTerms() {
  const ways = createWays();
  const [terms, set] = createTerms({
    addresses: '',
    role: 400,
    life: usualLife,
    channelIds: [] as readonly number[],
    hasDefaults: true,
    groups: [] as readonly number[],
    isTold: true,
  });
  const shared = () => ({
    stream_ids: [...terms().channelIds],
    invite_expires_in_minutes: lives[terms().life]?.[0] ?? null,
    invite_as: terms().role,
    group_ids: [...terms().groups],
    include_realm_default_subscriptions: terms().hasDefaults,
  });
  const count = () => mailAddresses(terms().addresses).length;
  return { ...ways, terms, set, shared, count };
}

/** Creates what the person has entered, and sends it. Call it inside a component. */
function createInvitation(onSent: () => void) {
  const parley = useParley();
  const { client } = parley;
  const invited = createInvitationTerms();
  const [link, setLink] = createSignal<string>();
  const isShown = useIsShown();
  const send = async () => {
    if (invited.way() === 'link') {
      setLink((await client.call('create-invite-link', invited.shared())).invite_link);
      return;
    }
    const params: ParamsOf<'send-invites'> = {
      ...invited.shared(),
      invitee_emails: invited.terms().addresses,
      notify_referrer_on_join: invited.terms().isTold,
    };
    await client.call('send-invites', params);
    parley.toasts.show(o('invited', { count: invited.count() }));
    if (isShown()) onSent();
  };
  const submission = createSubmission();
  const isIncomplete = () => submission.isBusy() || (invited.way() === 'mail' && invited.count() === 0);
  return {
    ...invited,
    isIncomplete,
    problem: submission.error,
    link,
    submit: () => submission.run(send),
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
          <InviteForm
            invitation={invitation}
            ref={(element) => {
              form = element;
            }}
            onClose={props.onClose}
          />
        }
      >
        {(address) => <CopyField label={o('inviteLink')} value={address()} />}
      </Show>
    </Dialog>
  );
}

function InviteForm(props: {
  invitation: Invitation;
  ref: (form: HTMLFormElement) => void;
  onClose: () => void;
}) {
  const { invitation } = props;
  return (
    <form
      class="stack"
      ref={props.ref}
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
      <DialogActions
        button={o(invitation.way() === 'mail' ? 'sendInvitations' : 'createLink')}
        isDisabled={invitation.isIncomplete()}
        onCancel={props.onClose}
      />
    </form>
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
          value={invitation.terms().addresses}
          onChange={(addresses) => invitation.set({ addresses })}
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
      <SelectField
        label={o('inviteAs')}
        help={roleHelp(invitation.terms().role)}
        value={invitation.terms().role}
        options={roleValues
          .filter((each) => each >= ownRole())
          .map((each) => ({ value: each, label: roleName(each) }))}
        onChange={(role) => invitation.set({ role })}
      />
      <SelectField
        label={o('expires')}
        value={invitation.terms().life}
        options={lives.map(([, label], index) => ({ value: index, label: label() }))}
        onChange={(life) => invitation.set({ life })}
      />
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
      <ChannelsField
        value={invitation.terms().channelIds}
        onChange={(channelIds) => invitation.set({ channelIds })}
      />
      <Show when={count() > 0}>
        <CheckField
          label={o('withDefaults', { count: count() })}
          value={invitation.terms().hasDefaults}
          onChange={(hasDefaults) => invitation.set({ hasDefaults })}
        />
      </Show>
      <GroupsField value={invitation.terms().groups} onChange={(groups) => invitation.set({ groups })} />
      <Show when={invitation.way() === 'mail'}>
        <CheckField
          label={o('notifyMe')}
          value={invitation.terms().isTold}
          onChange={(isTold) => invitation.set({ isTold })}
        />
      </Show>
    </>
  );
}

function ChannelsField(props: {
  value: readonly ChannelId[];
  onChange: (ids: readonly ChannelId[]) => void;
}) {
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

function GroupsField(props: { value: readonly GroupId[]; onChange: (ids: readonly GroupId[]) => void }) {
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
