-- The lines of a product in a size, for the orders of a SKU.
create index order_lines_of_size on order_lines (product_id, size) include (order_id);
