/** The release of this code, as in the package.json of the repository. */
export const release = '0.1.0';
