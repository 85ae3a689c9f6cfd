/** The release of this code. Equals the version in the package.json of the repository. */
export const release = '0.1.0';
