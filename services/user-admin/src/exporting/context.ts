import type { SecretKeys } from '@parley/core';
import type { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import type { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import type { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import type { ClosableByteClient, ClosableRpcClient } from '@parley/rpc';
import type { Ctx as LdapCtx } from '../ldap/context.ts';

/** Dependencies of the handlers and the worker of the module `exporting`. */
export type Ctx = LdapCtx & {
  config: {
    /** Key that signs the download URLs of archives. */
    secretKey: string;
    /** Keys whose signatures are accepted. */
    secretKeys: SecretKeys;
    /** Maximum size of an archive, in bytes. With 0, nobody can request exports. */
    exportMaxBytes: number;
  };
  rpc: {
    integrations: ClosableRpcClient<typeof IntegrationsServiceService>;
    notify: ClosableRpcClient<typeof NotifyServiceService>;
    upload: ClosableRpcClient<typeof UploadServiceService>;
    files: ClosableByteClient<typeof UploadBytesServiceService>;
  };
};
