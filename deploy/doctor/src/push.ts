import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Configuration of `notify` for pushes to phones. Settings that are not configured are empty strings. */
export type PushConfig = {
  fcmFile: string;
  apns: { file: string; keyId: string; teamId: string; topic: string };
  forwarderUrl: string;
};

/** Checks the configured push services for phones: their files, and whether the forwarding service answers. */
export async function examinePush({ fcmFile, apns, forwarderUrl }: PushConfig): Promise<Finding[]> {
  return [
    ...(fcmFile === '' ? [] : [judgeFcm(read(fcmFile))]),
    ...(apns.file === '' ? [] : [judgeApns(read(apns.file), apns)]),
    ...(forwarderUrl === '' ? [] : [await examineForwarder(forwarderUrl)]),
  ];
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param text contents of its file; undefined when the file cannot be read */
export function judgeFcm(text: string | undefined): Finding {
  const check = 'push.fcm';
  const fix =
    'Download a new key of the service account in the Firebase console, and name its file in PARLEY_FCM_CREDENTIALS_FILE.';
  if (text === undefined) return fail(check, 'PARLEY_FCM_CREDENTIALS_FILE cannot be read.', fix);
  try {
    const { project_id: project, client_email: account, private_key: key } = JSON.parse(text);
    if (!project || !account)
      return fail(check, 'The service account of Firebase names no project or account.', fix);
    if (createPrivateKey(key).asymmetricKeyType !== 'rsa')
      return fail(check, 'The key of the service account of Firebase is no RSA key.', fix);
    return ok(check, `Phones with Android are reached through the Firebase project ${project}.`);
  } catch {
    return fail(check, 'PARLEY_FCM_CREDENTIALS_FILE is not the file of a service account.', fix);
  }
}

/** @param text contents of its file; undefined when the file cannot be read */
export function judgeApns(
  text: string | undefined,
  { keyId, teamId, topic }: Pick<PushConfig['apns'], 'keyId' | 'teamId' | 'topic'>,
): Finding {
  const check = 'push.apns';
  const fix =
    'Download a key for the push service in the Apple developer account, and name its .p8 file in PARLEY_APNS_KEY_FILE.';
  if (text === undefined) return fail(check, 'PARLEY_APNS_KEY_FILE cannot be read.', fix);
  try {
    if (createPrivateKey(text).asymmetricKeyType !== 'ec')
      return fail(check, 'The key of Apple is no EC key.', fix);
  } catch {
    return fail(check, 'PARLEY_APNS_KEY_FILE holds no private key.', fix);
  }
  const isNamed = /^[A-Z\d]{10}$/.test(keyId) && /^[A-Z\d]{10}$/.test(teamId);
  return isNamed
    ? ok(check, `Phones of Apple are reached for the app ${topic}.`)
    : warn(
        check,
        'PARLEY_APNS_KEY_ID or PARLEY_APNS_TEAM_ID has not the usual ten letters and digits.',
        'Compare both with the Apple developer account.',
      );
}

async function examineForwarder(url: string): Promise<Finding> {
  const check = 'push.forwarder';
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    if (response.status < 500)
      return ok(check, `The push forwarding service answers at ${new URL(url).host}.`);
  } catch {
    // The warning below reports this.
  }
  return warn(
    check,
    `The push forwarding service does not answer at ${new URL(url).host}.`,
    'Check PARLEY_PUSH_FORWARDER_URL and the network between; notify retries for three days.',
  );
}
