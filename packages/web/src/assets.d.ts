/** Files that the bundler puts beside the page. */
declare module '*.css';
