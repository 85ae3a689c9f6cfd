/** Video and voice calls. The organization's provider creates a call, and a message contains its link. */
import { ApiError, type Client, type Store } from '@parley/client';
import { isWebAddress } from '@parley/rules/links';
import { FormError } from '../../model/failures.ts';
import { co } from '../texts.ts';

type Caller = { readonly client: Client; readonly store: Store };

/** Values of the setting `video_chat_provider` (docs/api/organization.md#video-calls). */
const providers = { jitsi: 1, personalZoom: 3, bigBlueButton: 4, zoom: 5 } as const;

/** Maximum time for a person to connect their Zoom account, in milliseconds. */
const connectMs = 10 * 60_000;

/** Returns the URL of the Jitsi Meet server: the organization's or else the deployment's. Undefined without either. */
function jitsiServer({ fields }: Store): string | undefined {
  const url = fields.get('realm_jitsi_server_url') ?? fields.get('server_jitsi_server_url');
  return typeof url === 'string' && isWebAddress(url) ? url.replace(/\/+$/, '') : undefined;
}

/** Returns the organization's provider of calls; undefined when none is usable. */
export function callProvider(store: Store): number | undefined {
  const provider = Number(store.fields.get('realm_video_chat_provider') ?? 0);
  if (!Object.values(providers).some((each) => each === provider)) return undefined;
  return provider === providers.jitsi && jitsiServer(store) === undefined ? undefined : provider;
}

/** Returns the address of a new call with Jitsi Meet. Everyone who knows the call's name can join, so the name is random. */
export function jitsiCall(server: string, isVideo: boolean): string {
  const name = crypto.randomUUID().replaceAll('-', '');
  return `${server}/${name}#config.startWithVideoMuted=${!isVideo}`;
}

/**
 * Creates a call and returns its address. `name` is the title that participants see.
 * @throws FormError when the person does not connect their Zoom account, or the browser blocks the window for that
 * @throws the errors of `Client.call`, such as ApiError when the server or the provider refuses the call
 */
async function newCall(caller: Caller, name: string, isVideo: boolean): Promise<string> {
  const { client, store } = caller;
  const provider = callProvider(store);
  if (provider === providers.jitsi) return jitsiCall(jitsiServer(store)!, isVideo);
  if (provider === providers.bigBlueButton) {
    const call = { meeting_name: name, voice_only: !isVideo };
    return (await client.call('create-big-blue-button-video-call', call)).url;
  }
  const create = async () => (await client.call('create-zoom-video-call', { is_video_call: isVideo })).url;
  if (provider !== providers.personalZoom) return create();
  if (!store.fields.get('has_zoom_token')) await connectZoom(store);
  try {
    return await create();
  } catch (error) {
    // Zoom no longer accepts the person's token.
    if (!(error instanceof ApiError) || error.code !== 'INVALID_ZOOM_TOKEN') throw error;
    await connectZoom(store);
    return create();
  }
}

/**
 * Opens a window in which the person connects their Zoom account, and waits for the connection.
 * @throws FormError when the browser blocks the window, or after `connectMs`
 */
async function connectZoom({ fields }: Store): Promise<void> {
  const page = window.open('/calls/zoom/register', '_blank');
  // Browsers block a window that does not directly follow a person's action.
  if (!page) throw new FormError(co('zoomBlocked'));
  await new Promise<void>((resolve, reject) => {
    const stop = fields.watch('has_zoom_token', () => {
      if (fields.get('has_zoom_token')) finish(resolve);
    });
    const timer = setTimeout(() => finish(() => reject(new FormError(co('zoomNotConnected')))), connectMs);
    const finish = (end: () => void) => {
      clearTimeout(timer);
      stop();
      end();
    };
  });
}

/** Creates a call and returns the Markdown of its link. */
export async function callLink(caller: Caller, name: string, isVideo: boolean): Promise<string> {
  const url = await newCall(caller, name, isVideo);
  return `[${co(isVideo ? 'joinVideoCall' : 'joinVoiceCall')}](${url}) `;
}
