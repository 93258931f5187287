-- The buyer's name in Latin letters, where documents cannot print the one of the address.
alter table orders add column document_name text;
