// The styles of pages, in the order in which they override each other. They are imported only here, because sheets that are imported by
// different modules can come in different files, whose order differs from one page to the next.
import '../styles/page-layout.css';
import '../styles/pages.css';
import '../styles/entries.css';
import '../styles/narrow-pages.css';
import '../styles/tight.css';
