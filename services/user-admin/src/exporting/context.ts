import type { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import type { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import type { ClosableByteClient, ClosableRpcClient } from '@parley/rpc';
import type { Ctx as IdentityCtx } from '../identity/context.ts';

/** What handlers and the worker of the module `exporting` use. */
export type Ctx = IdentityCtx & {
  config: {
    /** Signs the addresses of archives, which `upload` serves. */
    secretKey: string;
    /** Maximum size of an archive in bytes; 0 disables exports through the API. */
    exportMaxBytes: number;
  };
  rpc: {
    notify: ClosableRpcClient<typeof NotifyServiceService>;
    upload: ClosableRpcClient<typeof UploadServiceService>;
    /** Client for the contents of files. */
    files: ClosableByteClient<typeof UploadBytesServiceService>;
  };
};
