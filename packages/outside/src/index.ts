export { ConnectionPool } from './connection-pool.ts';
export { Failures } from './failures.ts';
export { type Guard, OutsideError, toOutsideError } from './guard.ts';
export { isPublicAddress } from './public-address.ts';
export { addressOf, type OutsideRequest, parseOutsideUrl, requestOutside } from './request-outside.ts';
export { resolveName } from './resolve-name.ts';
