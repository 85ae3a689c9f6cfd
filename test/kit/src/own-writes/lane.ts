import { ApiError, type Body } from '../api-client.ts';
import type { Person } from '../person.ts';
import type { Random } from '../random.ts';

/** Returns whether the write shows in the answer. */
type Read = () => Promise<boolean>;

/** A write that was answered, with the reads of the same person that must show it. */
export type Written = Readonly<Record<string, Read>>;

/** The environment of a sequence of writes: an owner, and objects that only this sequence changes. */
export type Lane = {
  person: Person;
  /** A channel of the lane that the person is subscribed to. */
  channel: string;
  channelId: number;
  /** A default channel of the organization. */
  defaultChannelId: number;
  /** Base URL of any gateway. */
  url: () => string;
  /** Returns a number that no other write uses. */
  next: () => number;
  /**
   * Functions that remove objects after a pair, because an organization or a person may have only a limited number of
   * them.
   */
  cleanups: (() => Promise<unknown>)[];
  /** Whether this lane makes the writes of which the organization has only one. */
  changesOrganization: boolean;
  random: Random;
};

/** A kind of write. */
export type Write = {
  /** Operations of the API that the write consists of. */
  operations: readonly string[];
  /** Whether it changes something of which the organization has only one, so that only one lane may make it. */
  isOfOrganization: boolean;
  make: (lane: Lane) => Promise<Written>;
};
export type Writes = Readonly<Record<string, Write>>;

export const write = (operations: readonly string[], make: Write['make']): Write => ({
  operations,
  isOfOrganization: false,
  make,
});

export const writeOfOrganization = (operations: readonly string[], make: Write['make']): Write => ({
  operations,
  isOfOrganization: true,
  make,
});

/** A picture of three by two pixels. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==';
const password = 'parley-test';

export const rendered = async ({ person }: Lane, content: string): Promise<string> =>
  (await person.api.post('/messages/render', { content })).rendered as string;

/** Sends a message and returns it as it is stored. */
export async function sent(lane: Lane, content: string, topic = 'test'): Promise<Body> {
  const id = await lane.person.send(lane.channel, content, topic);
  return (await lane.person.api.get(`/messages/${id}`)).message as Body;
}

export const registered = async ({ person }: Lane, type: string): Promise<Body> =>
  person.api.post('/register', {
    event_types: [],
    // A long run registers more queues than one person may have at a time.
    idle_queue_timeout: 60,
    fetch_event_types: [type],
    client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
  });

export async function upload(
  { person, url }: Lane,
  path: string,
  name: string,
  bytes: Buffer,
): Promise<Body> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
  const response = await fetch(`${url()}/api/v1${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  const body = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body.msg}`);
  return body;
}

export async function newUser({ person, next }: Lane): Promise<{ id: number; name: string }> {
  const name = `User ${next()}`;
  const email = `${name.replace(' ', '')}@test.example`;
  const { user_id: id } = await person.api.post('/users', { email, password, full_name: name });
  return { id, name };
}

export const attachmentOf = async ({ person }: Lane, uri: string): Promise<Body | undefined> =>
  ((await person.api.get('/attachments')).attachments as Body[]).find(({ path_id }) => uri.endsWith(path_id));

export const find = (list: unknown, matches: (each: Body) => boolean): Body | undefined =>
  (list as Body[]).find(matches);

/** Returns whether a request succeeds. @throws when it gets no answer, or when the server failed */
export const succeeds = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
};
