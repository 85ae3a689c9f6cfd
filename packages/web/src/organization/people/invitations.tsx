import type { AnswerOf } from '@parley/client';
import { Ban, Link2, MailPlus, Send } from 'lucide';
import { createResource, createSignal, onCleanup, Show } from 'solid-js';
import { CopyField } from '../../forms/copy-field.tsx';
import { EmptyNote, EntryMenu } from '../../forms/entries.tsx';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { shortDateTimeOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { attempt } from '../../model/actions.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useField, useHasPermission } from '../../model/self.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { o } from '../texts.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { roleName } from './role-names.ts';

type Invitation = AnswerOf<'get-invites'>['invites'][number];

const nameOf = ({ email }: Invitation): string => email ?? o('reusableLink');

/** Returns the open invitations, the newest first, and what can be done with one. Call it inside a component. */
function createInvitations() {
  const parley = useParley();
  const { client, connection } = parley;
  const [answer, { refetch }] = createResource(() => client.call('get-invites', {}));
  onCleanup(
    connection.onEvent((event) => {
      if (event.type === 'invites_changed') void refetch();
    }),
  );
  const all = () =>
    answer.error ? [] : (answer.latest?.invites.toSorted((one, other) => other.invited - one.invited) ?? []);
  const resend = async (invitation: Invitation) => {
    if (await attempt(parley, client.call('resend-email-invite', { invite_id: invitation.id }))) {
      parley.toasts.show(o('resent'));
      await refetch();
    }
  };
  const revoke = async ({ id, is_multiuse: isLink }: Invitation) => {
    if (isLink) await client.call('revoke-invite-link', { invite_id: id });
    else await client.call('revoke-email-invite', { invite_id: id });
    await refetch();
  };
  return { answer, refetch, all, resend, revoke };
}

type Actions = { show: (link: string) => void; resend: () => void; revoke: () => void };

/** Returns the menu of an invitation. */
function entriesOf(
  { link_url: link, is_multiuse: isLink }: Invitation,
  actions: Actions,
): readonly MenuEntry[] {
  return [
    ...(link ? [{ label: o('showLink'), icon: Link2, run: () => actions.show(link) }] : []),
    ...(isLink ? [] : [{ label: o('resend'), icon: Send, run: actions.resend }]),
    { label: o('revoke'), icon: Ban, isDangerous: true, run: actions.revoke },
  ];
}

/** Lists open invitations and reusable invitation links. */
export default function Invitations() {
  const invitations = createInvitations();
  const { answer, refetch } = invitations;
  const [isInviting, setInviting] = createSignal(false);
  const [shownLink, setShownLink] = createSignal<string>();
  const [asked, setAsked] = createSignal<Invitation>();
  const endInviting = () => {
    setInviting(false);
    void refetch();
  };
  const actionsOf = (invitation: Invitation) =>
    entriesOf(invitation, {
      show: setShownLink,
      resend: () => void invitations.resend(invitation),
      revoke: () => setAsked(invitation),
    });
  return (
    <div class="is-filling">
      <InvitationTools onInvite={() => setInviting(true)} />
      <Show when={!answer.error} fallback={<NotLoaded text={o('notLoaded')} onRetry={() => refetch()} />}>
        <InvitationList of={invitations} actionsOf={actionsOf} />
      </Show>
      <Show when={asked()} keyed>
        {(invitation) => (
          <RevokeDialog
            name={nameOf(invitation)}
            act={() => invitations.revoke(invitation)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Show>
      <Show when={shownLink()}>
        {(link) => <LinkDialog link={link()} onClose={() => setShownLink(undefined)} />}
      </Show>
      <Show when={isInviting()}>
        <InviteDialog onClose={endInviting} />
      </Show>
    </div>
  );
}

type ListProps = {
  of: ReturnType<typeof createInvitations>;
  actionsOf: (invitation: Invitation) => readonly MenuEntry[];
};

function InvitationList(props: ListProps) {
  const { answer, all } = props.of;
  return (
    <VirtualList
      label={o('invitations')}
      items={all()}
      rowRem={3.5}
      fallback={
        <Show when={!answer.loading} fallback={<p class="muted">{t('loading')}</p>}>
          <EmptyNote icon={MailPlus}>{o('noInvitations')}</EmptyNote>
        </Show>
      }
      row={(invitation) => (
        <>
          <InvitationWords invitation={invitation} />
          <EntryMenu isListItem name={nameOf(invitation)} entries={() => props.actionsOf(invitation)} />
        </>
      )}
    />
  );
}

function RevokeDialog(props: { name: string; act: () => Promise<unknown>; onClose: () => void }) {
  return (
    <FormDialog
      title={o('revokeAsk')}
      button={o('revoke')}
      isDangerous
      act={props.act}
      onClose={props.onClose}
    >
      <p>
        <strong>{props.name}</strong>
      </p>
      <p>{o('revokeMore')}</p>
    </FormDialog>
  );
}

function InvitationWords(props: { invitation: Invitation }) {
  const { store } = useParley();
  const name = () => nameOf(props.invitation);
  return (
    <div class="row-main is-whole">
      <span dir={directionOf(name())}>{name()}</span>
      <span class="muted">
        {roleName(props.invitation.invited_as)} ·{' '}
        {o('invitedBy', {
          name: userName(store, props.invitation.invited_by_user_id),
          time: shortDateTimeOf(props.invitation.invited),
        })}{' '}
        ·{' '}
        {props.invitation.expiry_date === null
          ? o('expiresNever')
          : o('expiresAt', { time: shortDateTimeOf(props.invitation.expiry_date) })}
      </span>
    </div>
  );
}

function InvitationTools(props: { onInvite: () => void }) {
  const mayMail = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
  return (
    <div class="toolbar">
      <p class="muted">{o('invitationsHelp')}</p>
      <Show when={mayMail() || mayLink()}>
        <button type="button" class="button is-primary" onClick={props.onInvite}>
          {o('invite')}
        </button>
      </Show>
    </div>
  );
}

function LinkDialog(props: { link: string; onClose: () => void }) {
  return (
    <Dialog title={o('inviteLink')} onClose={props.onClose}>
      <CopyField label={o('inviteLink')} value={props.link} />
    </Dialog>
  );
}
