import type { Registration } from '@parley/client';
import { Globe } from 'lucide';
import { createMemo, createSignal, Show } from 'solid-js';
import { createEntryFilter, EmptyNote } from '../../forms/entries.tsx';
import { createExpecting } from '../../forms/expecting.ts';
import { CheckField, LineField, ToolbarForm } from '../../forms/fields.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { SettingGroup, ToggleSetting } from '../../forms/setting.tsx';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { attempt } from '../../model/actions.ts';
import { compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { roles, useField, useRole } from '../../model/self.ts';
import { RemoveButton, RemoveDialog } from '../removing.tsx';
import { o } from '../texts.ts';

type Domain = NonNullable<Registration['realm_domains']>[number];

/** Returns the domains, and what can be done with one. Call it inside a component. */
function createDomains() {
  const parley = useParley();
  const { client, store } = parley;
  const all = useField('realm_domains');
  const find = (wanted: string) => all()?.find(({ domain }) => domain === wanted);
  return {
    all,
    find,
    async remove(domain: Domain): Promise<void> {
      await client.call('remove-realm-domain', { domain: domain.domain });
      const undo = () => void attempt(parley, client.call('add-realm-domain', domain));
      parley.toasts.show(o('removed', { name: domain.domain }), { undo });
    },
    /** Returns how many people have an address of a domain. */
    peopleOf: ({ domain, allow_subdomains: hasSubdomains }: Domain): number =>
      [...store.people.users.values()].filter((user) => {
        const [, own = ''] = (user.delivery_email ?? '').toLowerCase().split('@');
        return user.is_active && (own === domain || (hasSubdomains && own.endsWith(`.${domain}`)));
      }).length,
    change: (domain: string, isOn: boolean): Promise<unknown> =>
      createExpecting(() => find(domain))(['allow_subdomains'], (expected) =>
        client.call('update-realm-domain', { domain, allow_subdomains: isOn, expected }),
      ),
  };
}

type Domains = ReturnType<typeof createDomains>;

/** Shows the mail domains whose addresses may join the organization. Only owners can change them. */
export function AllowedDomains() {
  const role = useRole();
  const isOwner = () => role() === roles.owner;
  const domains = createDomains();
  const [asked, setAsked] = createSignal<Domain>();
  // Identifies rows by domain name, so that a switch keeps the focus when its domain changes.
  const names = createMemo(() => (domains.all() ?? []).map(({ domain }) => domain).sort(compareNames));
  const filter = createEntryFilter(names, (domain) => domain);
  return (
    <SettingGroup title={o('allowedDomains')} help={o('domainsHelp')}>
      <Show when={isOwner()} fallback={<p class="muted">{o('onlyOwners')}</p>}>
        <AddDomain />
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
        row={(name) => <DomainRow {...{ name, domains }} isOwner={isOwner()} onRemove={setAsked} />}
      />
      <Show when={asked()} keyed>
        {(domain) => <RemoveDomain {...{ domain, domains }} onClose={() => setAsked(undefined)} />}
      </Show>
    </SettingGroup>
  );
}

function AddDomain() {
  const { client } = useParley();
  const [name, setName] = createSignal('');
  const [allowsSubdomains, setAllowsSubdomains] = createSignal(false);
  const saving = createSaving();
  const add = async () => {
    const domain = { domain: name().trim(), allow_subdomains: allowsSubdomains() };
    if (!(await saving.run(() => client.call('add-realm-domain', domain)))) return;
    setName('');
    setAllowsSubdomains(false);
  };
  return (
    <ToolbarForm onSubmit={() => void add()}>
      <LineField label={o('domain')} placeholder="example.com" value={name()} onChange={setName} />
      <CheckField label={o('subdomains')} value={allowsSubdomains()} onChange={setAllowsSubdomains} />
      <button type="submit" class="button is-primary" disabled={name().trim() === ''}>
        {o('addDomain')}
      </button>
      <SaveMark saving={saving} />
    </ToolbarForm>
  );
}

type RowProps = {
  name: string;
  domains: Domains;
  isOwner: boolean;
  onRemove: (domain: Domain | undefined) => void;
};

function DomainRow(props: RowProps) {
  const domain = () => props.domains.find(props.name);
  return (
    <>
      <ToggleSetting
        label={props.name}
        help={o('subdomainsOf', { domain: props.name })}
        isDisabled={!props.isOwner}
        value={() => domain()?.allow_subdomains ?? false}
        save={(isOn) => props.domains.change(props.name, isOn)}
      />
      <Show when={props.isOwner}>
        <RemoveButton isListItem name={props.name} isDangerous onClick={() => props.onRemove(domain())} />
      </Show>
    </>
  );
}

function RemoveDomain(props: { domain: Domain; domains: Domains; onClose: () => void }) {
  const { domain } = props;
  return (
    <RemoveDialog name={domain.domain} act={() => props.domains.remove(domain)} onClose={props.onClose}>
      <p>{o('removeDomainMore')}</p>
      <p>{o('removeDomainPeople', { count: props.domains.peopleOf(domain) })}</p>
    </RemoveDialog>
  );
}
