import type { Registration } from '@parley/client';
import { Globe } from 'lucide';
import { createSignal, For, Show } from 'solid-js';
import { createExpecting } from '../forms/expecting.ts';
import { CheckField, LineField, ToolbarForm } from '../forms/fields.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { roles, useField, useRole } from '../forms/self.ts';
import { ChoiceSetting, SettingGroup, ToggleSetting } from '../forms/setting.tsx';
import { attempt } from '../model/actions.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showToast } from '../ui/toasts.tsx';
import { EmptyEntry, RemoveButton } from './entry-buttons.tsx';
import { realmSetting } from './realm-setting.ts';
import { RealmToggle } from './realm-toggle.tsx';
import { SignInMethods } from './sign-in-methods.tsx';
import { o } from './texts.ts';

type Domain = NonNullable<Registration['realm_domains']>[number];

/** Who can join: with or without an invitation, and with which addresses. */
export default function JoiningSection() {
  const { client, store } = useParley();
  const role = useRole();
  const isOwner = () => role() === roles.owner;
  const domains = useField('realm_domains');
  const [name, setName] = createSignal('');
  const [allowsSubdomains, setAllowsSubdomains] = createSignal(false);
  const [asked, setAsked] = createSignal<Domain>();
  const saving = createSaving();
  const add = async () => {
    const domain = { domain: name().trim(), allow_subdomains: allowsSubdomains() };
    if (await saving.run(() => client.call('add-realm-domain', domain))) setName('');
  };
  const remove = async (domain: Domain) => {
    await client.call('remove-realm-domain', { domain: domain.domain });
    const undo = () => void attempt(client.call('add-realm-domain', domain));
    showToast(o('removed', { name: domain.domain }), { undo });
  };
  const peopleOf = ({ domain, allow_subdomains: hasSubdomains }: Domain) =>
    [...store.people.users.values()].filter((user) => {
      const [, own = ''] = (user.delivery_email ?? '').toLowerCase().split('@');
      return user.is_active && (own === domain || (hasSubdomains && own.endsWith(`.${domain}`)));
    }).length;
  return (
    <>
      <SettingGroup title={o('joining')}>
        <RealmToggle name="invite_required" help="invite_required_help" isOwnersOnly />
        <RealmToggle name="emails_restricted_to_domains" isOwnersOnly />
        <RealmToggle name="disallow_disposable_email_addresses" />
      </SettingGroup>
      <SignInMethods />
      <SettingGroup title={o('signIns')}>
        <SecondFactors />
        <SessionHours name="session_lifetime_hours" hours={[8, 24, 168, 336, 720, 8_760]} />
        <SessionHours name="session_idle_hours" hours={[0, 1, 8, 24, 168]} />
        <RealmToggle
          name="second_factor_after_provider"
          help="second_factor_after_provider_help"
          isOwnersOnly
        />
      </SettingGroup>
      <SettingGroup title={o('allowedDomains')} help={o('domainsHelp')}>
        <Show when={isOwner()} fallback={<p class="muted">{o('onlyOwners')}</p>}>
          <ToolbarForm onSubmit={() => void add()}>
            <LineField label={o('domain')} placeholder="example.com" value={name()} onChange={setName} />
            <CheckField label={o('subdomains')} value={allowsSubdomains()} onChange={setAllowsSubdomains} />
            <button type="submit" class="button is-primary" disabled={name().trim() === ''}>
              {o('addDomain')}
            </button>
            <SaveMark saving={saving} />
          </ToolbarForm>
        </Show>
        <ul class="plain-list">
          <For
            each={domains()?.toSorted((one, other) => compareNames(one.domain, other.domain))}
            fallback={<EmptyEntry icon={Globe}>{o('noDomains')}</EmptyEntry>}
          >
            {(domain) => (
              <li class="is-wide">
                <ToggleSetting
                  label={domain.domain}
                  help={o('subdomainsOf', { domain: domain.domain })}
                  isDisabled={!isOwner()}
                  value={() => domain.allow_subdomains}
                  save={(isOn) =>
                    createExpecting(() => domain)(['allow_subdomains'], (expected) =>
                      client.call('update-realm-domain', {
                        domain: domain.domain,
                        allow_subdomains: isOn,
                        expected,
                      }),
                    )
                  }
                />
                <Show when={isOwner()}>
                  <RemoveButton name={domain.domain} isDangerous onClick={() => setAsked(domain)} />
                </Show>
              </li>
            )}
          </For>
        </ul>
      </SettingGroup>
      <Show when={asked()} keyed>
        {(domain) => (
          <FormDialog
            title={o('removeAsk', { name: domain.domain })}
            button={o('remove')}
            isDangerous
            act={() => remove(domain)}
            onClose={() => setAsked(undefined)}
          >
            <p>{o('removeDomainMore')}</p>
            <p>{o('removeDomainPeople', { count: peopleOf(domain) })}</p>
          </FormDialog>
        )}
      </Show>
    </>
  );
}

const roleSets = ['nobody', 'owners', 'administrators', 'moderators', 'members', 'everyone'] as const;

/** Selects the people of whom the organization requires a second factor. */
function SecondFactors() {
  const setting = realmSetting('require_second_factor');
  const role = useRole();
  return (
    <ChoiceSetting
      label={o('require_second_factor')}
      help={o('require_second_factor_help')}
      isDisabled={role() > roles.owner}
      value={() => setting.value() as (typeof roleSets)[number]}
      save={setting.save}
      options={roleSets.map((value) => ({ value, label: o(`factor_${value}`) }))}
    />
  );
}

/** Sets a limit of sessions in hours: their lifetime, or the time without use. */
function SessionHours(props: {
  name: 'session_lifetime_hours' | 'session_idle_hours';
  hours: readonly number[];
}) {
  const setting = realmSetting(props.name);
  const role = useRole();
  const present = () => Number(setting.value() ?? 0);
  const values = () => [...new Set([...props.hours, present()])].sort((one, other) => one - other);
  const label = (hours: number) => {
    if (hours === 0) return o('neverIdle');
    return hours % 24 === 0 ? o('limitDays', { count: hours / 24 }) : o('limitHours', { count: hours });
  };
  return (
    <ChoiceSetting<number>
      label={o(props.name)}
      isDisabled={role() > roles.owner}
      value={present}
      save={setting.save}
      options={values().map((value) => ({ value, label: label(value) }))}
    />
  );
}
