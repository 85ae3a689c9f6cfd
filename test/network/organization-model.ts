import type { Body } from '@parley/test-kit';

/** What a client keeps of what administrators define, from a registration and the events after it alone. */
export class OrganizationModel {
  #state: Body;

  constructor(initial: Body) {
    this.#state = {
      name: initial.realm_name,
      description: initial.realm_description,
      folders: initial.channel_folders,
      linkifiers: initial.realm_linkifiers,
      playgrounds: initial.realm_playgrounds,
      domains: initial.realm_domains,
      defaultChannels: initial.realm_default_streams,
      profileFields: initial.custom_profile_fields,
    };
  }

  apply(event: Body): void {
    const state = this.#state;
    switch (event.type) {
      case 'realm':
        if (event.op === 'update' && event.property in state) state[event.property] = event.value;
        if (event.op === 'update_dict') Object.assign(state, known(event.data, ['name', 'description']));
        return;
      case 'channel_folder':
        state.folders = foldersAfter(state.folders, event);
        return;
      case 'realm_linkifiers':
        state.linkifiers = event.realm_linkifiers;
        return;
      case 'realm_playgrounds':
        state.playgrounds = event.realm_playgrounds;
        return;
      case 'realm_domains':
        state.domains = domainsAfter(state.domains, event);
        return;
      case 'default_streams':
        state.defaultChannels = event.default_streams;
        return;
      case 'custom_profile_fields':
        state.profileFields = event.fields;
    }
  }

  /** What two models must agree on. */
  state(): Body {
    const { folders, domains, defaultChannels, ...rest } = this.#state;
    return {
      ...rest,
      folders: folders.toSorted((one: Body, other: Body) => one.order - other.order),
      domains: domains.toSorted((one: Body, other: Body) => (one.domain < other.domain ? -1 : 1)),
      defaultChannels: defaultChannels.toSorted((one: number, other: number) => one - other),
    };
  }
}

const known = (data: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.filter((name) => data[name] !== undefined).map((name) => [name, data[name]]));

function foldersAfter(folders: Body[], event: Body): Body[] {
  if (event.op === 'add') return [...folders, event.channel_folder];
  if (event.op === 'update') {
    return folders.map((each) => (each.id === event.channel_folder_id ? { ...each, ...event.data } : each));
  }
  return folders.map((each) => ({ ...each, order: event.order.indexOf(each.id) }));
}

function domainsAfter(domains: Body[], { op, realm_domain: changed, domain }: Body): Body[] {
  if (op === 'remove') return domains.filter((each) => each.domain !== domain);
  return [...domains.filter((each) => each.domain !== changed.domain), changed];
}
