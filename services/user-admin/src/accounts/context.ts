import type { Sealer, SecretKeys, SignInConfig } from '@parley/core';
import type { UploadServiceService } from '@parley/proto/upload/v1/upload';
import type { ClosableRpcClient } from '@parley/rpc';
import type { Ctx as AccessCtx } from '../access/context.ts';

/** Dependencies of the handlers and workers of the module `accounts`. */
export type Ctx = AccessCtx & {
  config: {
    /** Maximum number of invitation mails of the organization in 24 hours. */
    invitationsPerDay: number;
    /** Content of the file that configures ways to sign in. */
    signIn: SignInConfig;
    /** Keys from which the secret of the setup link is derived. */
    secretKeys: SecretKeys;
  };
  rpc: {
    /** Stores avatars. */
    upload: ClosableRpcClient<typeof UploadServiceService>;
  };
  /** Encrypts the tokens of invitation links. Administrators can show these links again. */
  linkSealer: Sealer;
  zoomSealer: Sealer;
};
