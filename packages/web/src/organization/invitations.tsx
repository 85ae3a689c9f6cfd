import type { AnswerOf } from '@parley/client';
import { Ban, Link2, MailPlus, Send } from 'lucide';
import { createResource, createSignal, onCleanup, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { EmptyNote, EntryMenu } from '../forms/entries.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useField, useHasPermission } from '../model/self.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { roleName } from './role-names.ts';
import { o } from './texts.ts';

type Invitation = AnswerOf<'get-invites'>['invites'][number];

const nameOf = ({ email }: Invitation): string => email ?? o('reusableLink');

/** Lists open invitations and reusable invitation links. */
export default function Invitations() {
  const parley = useParley();
  const { client, connection } = parley;
  const mayMail = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
  const [answer, { refetch }] = createResource(() => client.call('get-invites', {}));
  const [isInviting, setInviting] = createSignal(false);
  const [shownLink, setShownLink] = createSignal<string>();
  const [asked, setAsked] = createSignal<Invitation>();
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
  const actionsOf = (invitation: Invitation): readonly MenuEntry[] => {
    const { link_url: link } = invitation;
    return [
      ...(link ? [{ label: o('showLink'), icon: Link2, run: () => setShownLink(link) }] : []),
      ...(invitation.is_multiuse
        ? []
        : [{ label: o('resend'), icon: Send, run: () => void resend(invitation) }]),
      { label: o('revoke'), icon: Ban, isDangerous: true, run: () => setAsked(invitation) },
    ];
  };
  return (
    <div class="is-filling">
      <div class="toolbar">
        <p class="muted">{o('invitationsHelp')}</p>
        <Show when={mayMail() || mayLink()}>
          <button type="button" class="button is-primary" onClick={() => setInviting(true)}>
            {o('invite')}
          </button>
        </Show>
      </div>
      <Show when={!answer.error} fallback={<NotLoaded text={o('notLoaded')} onRetry={() => refetch()} />}>
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
              <EntryMenu isListItem name={nameOf(invitation)} entries={() => actionsOf(invitation)} />
            </>
          )}
        />
      </Show>
      <Show when={asked()} keyed>
        {(invitation) => (
          <FormDialog
            title={o('revokeAsk')}
            button={o('revoke')}
            isDangerous
            act={() => revoke(invitation)}
            onClose={() => setAsked(undefined)}
          >
            <p>
              <strong>{nameOf(invitation)}</strong>
            </p>
            <p>{o('revokeMore')}</p>
          </FormDialog>
        )}
      </Show>
      <Show when={shownLink()}>
        {(link) => (
          <Dialog title={o('inviteLink')} onClose={() => setShownLink(undefined)}>
            <CopyField label={o('inviteLink')} value={link()} />
          </Dialog>
        )}
      </Show>
      <Show when={isInviting()}>
        <InviteDialog
          onClose={() => {
            setInviting(false);
            void refetch();
          }}
        />
      </Show>
    </div>
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
