/** The version of this release. All services, packages, images and the Helm chart have the same version. */
export const VERSION = '0.2.0';
