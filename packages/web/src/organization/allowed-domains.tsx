import type { Registration } from '@parley/client';
import { Globe } from 'lucide';
import { createMemo, createSignal, Show } from 'solid-js';
import { createEntryFilter, EmptyNote } from '../forms/entries.tsx';
import { createExpecting } from '../forms/expecting.ts';
import { CheckField, LineField, ToolbarForm } from '../forms/fields.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { SettingGroup, ToggleSetting } from '../forms/setting.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { attempt } from '../model/actions.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { roles, useField, useRole } from '../model/self.ts';
import { RemoveButton, RemoveDialog } from './removing.tsx';
import { o } from './texts.ts';

type Domain = NonNullable<Registration['realm_domains']>[number];

/** Shows the mail domains whose addresses may join the organization. Only owners can change them. */
export function AllowedDomains() {
  const parley = useParley();
  const { client, store } = parley;
  const role = useRole();
  const isOwner = () => role() === roles.owner;
  const domains = useField('realm_domains');
  const [name, setName] = createSignal('');
  const [allowsSubdomains, setAllowsSubdomains] = createSignal(false);
  const [asked, setAsked] = createSignal<Domain>();
  const saving = createSaving();
  // Identifies rows by domain name, so that a switch keeps the focus when its domain changes.
  const names = createMemo(() => (domains() ?? []).map(({ domain }) => domain).sort(compareNames));
  const filter = createEntryFilter(names, (domain) => domain);
  const find = (wanted: string) => domains()?.find(({ domain }) => domain === wanted);
  const add = async () => {
    const domain = { domain: name().trim(), allow_subdomains: allowsSubdomains() };
    if (!(await saving.run(() => client.call('add-realm-domain', domain)))) return;
    setName('');
    setAllowsSubdomains(false);
  };
  const remove = async (domain: Domain) => {
    await client.call('remove-realm-domain', { domain: domain.domain });
    const undo = () => void attempt(parley, client.call('add-realm-domain', domain));
    parley.toasts.show(o('removed', { name: domain.domain }), { undo });
  };
  const peopleOf = ({ domain, allow_subdomains: hasSubdomains }: Domain) =>
    [...store.people.users.values()].filter((user) => {
      const [, own = ''] = (user.delivery_email ?? '').toLowerCase().split('@');
      return user.is_active && (own === domain || (hasSubdomains && own.endsWith(`.${domain}`)));
    }).length;
  const change = (domain: string) => async (isOn: boolean) =>
    createExpecting(() => find(domain))(['allow_subdomains'], (expected) =>
      client.call('update-realm-domain', { domain, allow_subdomains: isOn, expected }),
    );
  return (
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
      <filter.Field />
      <VirtualList
        label={o('allowedDomains')}
        items={filter.found()}
        rowRem={4}
        maxRem={32}
        fallback={
          <filter.Nothing>
            <EmptyNote icon={Globe}>{o('noDomains')}</EmptyNote>
          </filter.Nothing>
        }
        row={(domain) => (
          <>
            <ToggleSetting
              label={domain}
              help={o('subdomainsOf', { domain })}
              isDisabled={!isOwner()}
              value={() => find(domain)?.allow_subdomains ?? false}
              save={change(domain)}
            />
            <Show when={isOwner()}>
              <RemoveButton isListItem name={domain} isDangerous onClick={() => setAsked(find(domain))} />
            </Show>
          </>
        )}
      />
      <Show when={asked()} keyed>
        {(domain) => (
          <RemoveDialog name={domain.domain} act={() => remove(domain)} onClose={() => setAsked(undefined)}>
            <p>{o('removeDomainMore')}</p>
            <p>{o('removeDomainPeople', { count: peopleOf(domain) })}</p>
          </RemoveDialog>
        )}
      </Show>
    </SettingGroup>
  );
}
