import { readFile } from 'node:fs/promises';
import { errors, isRecord } from '@parley/core';

/** Access keys of an S3-compatible store. Temporary keys have a session token. */
export type S3Keys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/**
 * How a pod authenticates without having access keys, from the variables that Amazon EKS sets for a service account.
 *
 * - `webIdentity`: a token of Kubernetes, which a token service (STS) exchanges for temporary keys
 *   (https://docs.aws.amazon.com/eks/latest/userguide/iam-roles-for-service-accounts.html). MinIO has the same service.
 * - `agent`: an agent on the node, which answers with temporary keys
 *   (https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html).
 */
export type CloudIdentity =
  | { kind: 'webIdentity'; roleArn: string; tokenFile: string; endpoint: string }
  | { kind: 'agent'; url: string; tokenFile: string };

type TemporaryKeys = S3Keys & { expiresAt: number };

const answerMs = 10_000;
/** Keys are renewed this many milliseconds before they expire. So the token service may be unavailable for a while. */
const renewBeforeMs = 10 * 60_000;
/** Minimum time after a failed renewal until the next one, in milliseconds, while the current keys are still valid. */
const retryMs = 30_000;

/** Concurrent callers share one exchange. The keys are renewed before they expire. */
export function temporaryKeys(identity: CloudIdentity, now: () => number = Date.now): () => Promise<S3Keys> {
  let keys: TemporaryKeys | undefined;
  let renewal: Promise<TemporaryKeys> | undefined;
  let notBefore = 0;
  const renew = () => {
    renewal ??= exchange(identity)
      .then((renewed) => {
        keys = renewed;
        return renewed;
      })
      .catch((error: unknown) => {
        notBefore = now() + retryMs;
        throw error;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };
  return async () => {
    if (!keys || keys.expiresAt <= now()) return renew();
    // The current keys are still valid, so they are returned while the renewal runs, or after it has failed.
    if (keys.expiresAt - renewBeforeMs <= now() && notBefore <= now()) renew().catch(() => undefined);
    return keys;
  };
}

async function exchange(identity: CloudIdentity): Promise<TemporaryKeys> {
  // The file is read each time, because Kubernetes replaces the token in it regularly.
  const token = (await readFile(identity.tokenFile, 'utf8')).trim();
  return identity.kind === 'agent' ? askAgent(identity.url, token) : assumeRole(identity, token);
}

/** Exchanges the token (https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html). */
async function assumeRole(
  { roleArn, endpoint }: CloudIdentity & { kind: 'webIdentity' },
  token: string,
): Promise<TemporaryKeys> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'parley-upload',
    WebIdentityToken: token,
  });
  const text = await ask(endpoint, { method: 'POST', body });
  const textIn = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];
  return checked({
    accessKeyId: textIn('AccessKeyId'),
    secretAccessKey: textIn('SecretAccessKey'),
    sessionToken: textIn('SessionToken'),
    expiration: textIn('Expiration'),
  });
}

async function askAgent(url: string, token: string): Promise<TemporaryKeys> {
  const text = await ask(url, { headers: { authorization: token } });
  const answer: unknown = JSON.parse(text);
  const textIn = (name: string) => {
    const value = isRecord(answer) ? answer[name] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return checked({
    accessKeyId: textIn('AccessKeyId'),
    secretAccessKey: textIn('SecretAccessKey'),
    sessionToken: textIn('Token'),
    expiration: textIn('Expiration'),
  });
}

async function ask(url: string, init: RequestInit): Promise<string> {
  const unavailable = (cause: unknown) => {
    const error = errors.unavailable('The file store does not answer. Please try again.');
    error.cause = cause;
    return error;
  };
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) });
    const text = await response.text();
    if (response.ok) return text;
    // The answer may repeat the token, so the error contains only the code of the answer.
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
    throw new Error(`The token service refused: status ${response.status} ${code}`.trimEnd());
  } catch (error) {
    throw unavailable(error);
  }
}

function checked(
  answer: Record<'accessKeyId' | 'secretAccessKey' | 'sessionToken' | 'expiration', string | undefined>,
) {
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = answer;
  const expiresAt = Date.parse(expiration ?? '');
  if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(expiresAt)) {
    throw new Error('The token service answered without keys.');
  }
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt };
}
