-- A text that the linkifier's pattern matches. It shows what the reverse template makes of a pasted address.
alter table linkifiers add column example_input text;
