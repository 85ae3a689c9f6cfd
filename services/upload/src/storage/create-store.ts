import type { UploadConfig } from '../config.ts';
import type { BlobStore } from './blob-store.ts';
import { createDirectoryStore } from './directory-store.ts';
import { S3Store } from './s3-store.ts';

export const createStore = (storage: UploadConfig['storage']): BlobStore =>
  storage.kind === 's3' ? new S3Store(storage) : createDirectoryStore(storage.directory);
