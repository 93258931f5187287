-- The name itself goes along, so that a page of the list by name is cut without a look at the products before it.
drop index products_name;
create index products_name on products (lower(name), id) include (name) where deleted_at is null;
