-- The process that changes what products show announces it, whatever the change was: calls of the API and jobs say so.
drop trigger products_notify on products;
drop trigger categories_notify on categories;
drop trigger collections_notify on collections;
drop function notify_products_changed();
