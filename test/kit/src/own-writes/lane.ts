import { ApiError, type Body } from '../api-client.ts';
import { testPassword } from '../organization.ts';
import type { Person } from '../person.ts';
import type { Random } from '../random.ts';

/** Reads an object and returns whether the answer shows the write. */
type Read = () => Promise<boolean>;

/** The reads that must show an acknowledged write to the same person, by name. */
export type Written = Readonly<Record<string, Read>>;

/** The environment of a sequence of writes: an owner, and objects that no other sequence changes. */
export type Lane = {
  person: Person;
  /** A channel of the lane that the person is subscribed to. */
  channel: string;
  channelId: number;
  /** ID of a channel to which new people are subscribed by default. */
  defaultChannelId: number;
  /** Returns the base URL of a random gateway. */
  url: () => string;
  /** Returns a number that no other write uses. */
  next: () => number;
  /**
   * Functions that remove the objects of a pair afterwards. The numbers of some objects per organization or person are limited.
   */
  cleanups: (() => Promise<unknown>)[];
  /** Whether this lane makes writes to objects that exist only once per organization. Only one lane may make them. */
  changesOrganization: boolean;
  random: Random;
};

/** A kind of write, and the reads that must show it. */
export type Write = {
  /** Names of the API operations that the write calls. */
  operations: readonly string[];
  /** Whether the write changes an object that exists only once per organization. Only one lane may make such writes. */
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

/** A PNG picture of 3 × 2 pixels, in Base64. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==';

export const rendered = async ({ person }: Lane, content: string): Promise<string> =>
  (await person.api.post('/messages/render', { content })).rendered as string;

/** Sends a message. Returns the stored message. */
export async function sent(lane: Lane, content: string, topic = 'test'): Promise<Body> {
  const id = await lane.person.send(lane.channel, content, topic);
  return (await lane.person.api.get(`/messages/${id}`)).message as Body;
}

export const registered = async ({ person }: Lane, type: string): Promise<Body> =>
  person.api.post('/register', {
    event_types: [],
    // The short timeout is needed because a long run registers more queues than a person may have at the same time.
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
  if (!response.ok) throw new ApiError(response.status, body);
  return body;
}

export async function newUser({ person, next }: Lane): Promise<{ id: number; name: string }> {
  const name = `User ${next()}`;
  const email = `${name.replace(' ', '')}@test.example`;
  const { user_id: id } = await person.api.post('/users', { email, password: testPassword, full_name: name });
  return { id, name };
}

export const attachmentOf = async ({ person }: Lane, uri: string): Promise<Body | undefined> =>
  ((await person.api.get('/attachments')).attachments as Body[]).find(({ path_id }) => uri.endsWith(path_id));

export const find = (list: unknown, matches: (each: Body) => boolean): Body | undefined =>
  (list as Body[]).find(matches);

/**
 * Returns whether a request succeeds. False if the server refuses it.
 * @throws the error when the request gets no answer or a 5xx status
 */
export const succeeds = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
};
