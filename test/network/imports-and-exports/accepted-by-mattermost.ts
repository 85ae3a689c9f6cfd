/**
 * What Mattermost's bulk import (`server/channels/app/imports`, versions 7 to 11) demands of its lines. Written from a reading of its
 * checks, with none of their text. It stops at the first line that it refuses.
 */
type Values = Record<string, unknown>;

const order = ['version', 'emoji', 'team', 'channel', 'user', 'post', 'direct_channel', 'direct_post'];
const reserved =
  'admin api channel claim error files help landing login mfa oauth plug plugins post signup boards playbooks'.split(
    ' ',
  );
const restricted = new Set(['all', 'channel', 'matterbot', 'system', 'here']);
const maxMessage = 16_383;

const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();
const runes = (value: unknown): number => [...String(value)].length;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Returns the lines and members that Mattermost would refuse. */
export function faultsForMattermost(files: ReadonlyMap<string, string>): string[] {
  const text = files.get('import.jsonl');
  if (text === undefined) return ['import.jsonl is missing'];
  const check = new Check(files);
  const lines = text.split('\n');
  if (lines.pop() !== '') check.faults.push('The last line does not end.');
  for (const [at, line] of lines.entries()) check.line(JSON.parse(line) as Values, at);
  return check.faults;
}

class Check {
  readonly faults: string[] = [];
  readonly #files: ReadonlyMap<string, string>;
  #kind = 0;
  readonly #teams = new Set<unknown>();
  readonly #channels = new Map<unknown, unknown>();
  readonly #people = new Set<unknown>();
  readonly #addresses = new Set<unknown>();
  readonly #emoji = new Set<unknown>();
  readonly #conversations = new Set<string>();

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  #that(isRight: boolean, what: string): void {
    if (!isRight) this.faults.push(what);
  }

  line(line: Values, at: number): void {
    const type = String(line.type);
    const kind = order.indexOf(type);
    this.#that(
      at > 0 || (type === 'version' && line.version === 1),
      'The first line is not that of version 1.',
    );
    this.#that(kind >= this.#kind, `line ${at + 1}: ${type} comes too late or is unknown`);
    this.#kind = Math.max(kind, this.#kind);
    if (type === 'version') return;
    const value = line[type] as Values | undefined;
    if (!value) {
      this.faults.push(`line ${at + 1} has no ${type}`);
      return;
    }
    const checks: Readonly<Record<string, () => void>> = {
      emoji: () => this.#checkEmoji(value),
      team: () => this.#team(value),
      channel: () => this.#channel(value),
      user: () => this.#user(value),
      post: () => this.#post(value),
      direct_channel: () => this.#directChannel(value),
      direct_post: () => this.#directPost(value),
    };
    checks[type]?.();
  }

  #file(path: unknown): void {
    // Files lie in the folder `data`, and no path may lead out of it.
    this.#that(isText(path) && !path.startsWith('/') && !path.split('/').includes('..'), `the path ${path}`);
    this.#that(this.#files.has(`data/${path}`), `data/${path} is missing`);
  }

  #checkEmoji({ name, image }: Values): void {
    this.#that(isText(name) && /^[a-zA-Z0-9+_-]{1,64}$/.test(name), `the emoji ${name}`);
    this.#that(!this.#emoji.has(name), `the emoji ${name} twice`);
    this.#emoji.add(name);
    this.#file(image);
  }

  #team({ name, display_name: shown, type, description = '' }: Values): void {
    const isValid = isText(name) && name.length <= 64 && /^[a-z0-9]+([a-z\-0-9]+|(__)?)[a-z0-9]+$/.test(name);
    this.#that(isValid, `the team ${name}`);
    this.#that(!reserved.some((each) => String(name).startsWith(each)), `the team ${name} is reserved`);
    this.#that(isText(shown) && runes(shown) >= 1 && runes(shown) <= 64, `the team is called ${shown}`);
    this.#that(type === 'O' || type === 'I', 'the type of the team');
    this.#that(isText(description) && Buffer.byteLength(description) <= 255, 'the description of the team');
    this.#teams.add(name);
  }

  #channel({ team, name, display_name: shown, type, purpose = '', header = '' }: Values): void {
    this.#that(this.#teams.has(team), `the channel ${name} in the team ${team}`);
    const isValid =
      isText(name) && name.length <= 64 && /^[a-z0-9]+([a-z\-_0-9]+|(__)?)[a-z0-9]*$/.test(name);
    this.#that(isValid, `the channel ${name}`);
    this.#that(!this.#channels.has(name), `the channel ${name} twice`);
    this.#that(isText(shown) && runes(shown) <= 64, `the channel is called ${shown}`);
    this.#that(type === 'O' || type === 'P', `the type of the channel ${name}`);
    this.#that(isText(purpose) && runes(purpose) <= 250, `the purpose of the channel ${name}`);
    this.#that(isText(header) && runes(header) <= 1_024, `the header of the channel ${name}`);
    this.#channels.set(name, type);
  }

  #user(user: Values): void {
    const { username, email, nickname = '', roles, delete_at: deleted, profile_image: image } = user;
    const isValid = isText(username) && /^[a-z0-9.\-_]{1,64}$/.test(username) && !restricted.has(username);
    this.#that(isValid, `the user ${username}`);
    this.#that(!this.#people.has(username), `the user ${username} twice`);
    const isAddress =
      isText(email) && /^[^\s@<>",:;()[\]\\]+@[a-z0-9.-]+$/.test(email) && email === email.toLowerCase();
    this.#that(isAddress && Buffer.byteLength(email) <= 128, `the address ${email}`);
    this.#that(!this.#addresses.has(email), `the address ${email} twice`);
    this.#that(isText(nickname) && runes(nickname) <= 64, `the nickname of ${username}`);
    this.#that(deleted === undefined || isTime(deleted), `delete_at of ${username}`);
    if (image !== undefined) this.#file(image);
    this.#people.add(username);
    this.#addresses.add(email);
    const isGuest = roles === 'system_guest';
    this.#that(
      ['system_user', 'system_user system_admin', 'system_guest'].includes(String(roles)),
      `roles: ${roles}`,
    );
    for (const team of user.teams as Values[]) {
      this.#that(this.#teams.has(team.name), `${username} in the team ${team.name}`);
      this.#that(isGuest === (team.roles === 'team_guest'), `${username} is ${team.roles} of the team`);
      const names = (team.channels as Values[]).map(({ name }) => name);
      this.#that(new Set(names).size === names.length, `${username} is in a channel twice`);
      for (const channel of team.channels as Values[]) {
        this.#that(this.#channels.has(channel.name), `${username} in the channel ${channel.name}`);
        this.#that(isGuest === (channel.roles === 'channel_guest'), `${username} is ${channel.roles}`);
      }
    }
  }

  #post(post: Values): void {
    this.#that(this.#teams.has(post.team), `a post in the team ${post.team}`);
    this.#that(this.#channels.has(post.channel), `a post in the channel ${post.channel}`);
    this.#message(post);
    for (const reply of (post.replies ?? []) as Values[]) {
      this.#message(reply);
      this.#that((reply.create_at as number) >= (post.create_at as number), 'a reply is older than its post');
    }
  }

  #message(post: Values): void {
    const { user, message, create_at: created, edit_at: edited } = post;
    this.#that(this.#people.has(user), `a post of ${user}`);
    this.#that(isText(message) && runes(message) <= maxMessage, 'the text of a post');
    this.#that(isTime(created), `create_at of a post: ${created}`);
    this.#that(
      edited === undefined || (isTime(edited) && edited >= (created as number)),
      'edit_at of a post',
    );
    for (const name of (post.flagged_by ?? []) as unknown[])
      this.#that(this.#people.has(name), `flagged by ${name}`);
    for (const reaction of (post.reactions ?? []) as Values[]) {
      const { user: person, emoji_name: emoji, create_at: time } = reaction;
      this.#that(this.#people.has(person), `a reaction of ${person}`);
      this.#that(isText(emoji) && runes(emoji) >= 1 && runes(emoji) <= 64, `the reaction ${emoji}`);
      this.#that(isTime(time) && time >= (created as number), 'a reaction is older than its post');
    }
    for (const { path } of (post.attachments ?? []) as Values[]) this.#file(path);
  }

  #members(members: unknown): string[] {
    const names = members as string[];
    // A person alone stands there twice.
    this.#that(names.length >= 2 && names.length <= 8, `a conversation of ${names.length} people`);
    this.#that(
      names.length === 2 || new Set(names).size === names.length,
      'somebody is in a conversation twice',
    );
    for (const name of names) this.#that(this.#people.has(name), `${name} in a conversation`);
    return names;
  }

  #directChannel({ members }: Values): void {
    this.#conversations.add(this.#members(members).toSorted().join(' '));
  }

  #directPost(post: Values): void {
    const members = this.#members(post.channel_members);
    this.#that(
      this.#conversations.has(members.toSorted().join(' ')),
      'a direct post outside of all conversations',
    );
    this.#that(members.includes(post.user as string), 'a direct post of somebody else');
    for (const name of (post.flagged_by ?? []) as string[])
      this.#that(members.includes(name), 'a direct post that somebody else has flagged');
    this.#message(post);
  }
}
