/** Version of this release, which all services, packages, images and the chart share. */
export const VERSION = '0.2.0';
