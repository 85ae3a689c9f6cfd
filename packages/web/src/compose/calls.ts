/** Calls: links that a message invites to. The organization's provider makes them. */
import { ApiError, type Client, type Store } from '@parley/client';
import { t } from '../i18n/index.ts';
import { FormError } from '../ui/failures.ts';

type Caller = { readonly client: Client; readonly store: Store };

/** Values of the setting `video_chat_provider` (docs/api/organization.md#video-calls). */
const providers = { jitsi: 1, personalZoom: 3, bigBlueButton: 4, zoom: 5 } as const;

/** How long a person may take to connect their Zoom account, in milliseconds. */
const connectMs = 10 * 60_000;

/** Returns the server for calls with Jitsi Meet: the organization's, else the deployment's. */
function jitsiServer({ fields }: Store): string | undefined {
  const url = fields.get('realm_jitsi_server_url') ?? fields.get('server_jitsi_server_url');
  return typeof url === 'string' && url !== '' ? url.replace(/\/+$/, '') : undefined;
}

/** Returns the provider with which calls can be made; undefined without one. */
export function callProvider(store: Store): number | undefined {
  const provider = Number(store.fields.get('realm_video_chat_provider') ?? 0);
  if (!Object.values(providers).some((each) => each === provider)) return undefined;
  return provider === providers.jitsi && jitsiServer(store) === undefined ? undefined : provider;
}

/** Returns the address of a new call with Jitsi Meet. Its name is its only protection, so it cannot be guessed. */
export function jitsiCall(server: string, isVideo: boolean): string {
  const name = crypto.randomUUID().replaceAll('-', '');
  return `${server}/${name}#config.startWithVideoMuted=${!isVideo}`;
}

/** Creates a call with a name for people and returns its address. @throws FormError, and the errors of the provider */
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
    // Zoom takes the token no more.
    if (!(error instanceof ApiError) || error.code !== 'INVALID_ZOOM_TOKEN') throw error;
    await connectZoom(store);
    return create();
  }
}

/** Lets the person connect their Zoom account in a new window, and waits until they have. @throws FormError */
async function connectZoom({ fields }: Store): Promise<void> {
  const page = window.open('/calls/zoom/register', '_blank');
  // The browser blocks windows that the person did not ask for just now.
  if (!page) throw new FormError(t('zoomBlocked'));
  await new Promise<void>((resolve, reject) => {
    const stop = fields.watch('has_zoom_token', () => {
      if (fields.get('has_zoom_token')) finish(resolve);
    });
    const timer = setTimeout(() => finish(() => reject(new FormError(t('zoomNotConnected')))), connectMs);
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
  return `[${t(isVideo ? 'joinVideoCall' : 'joinVoiceCall')}](${url}) `;
}
