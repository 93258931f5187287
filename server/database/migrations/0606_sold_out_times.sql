-- The movements with which a product or a size is sold out, and those that end it.
create index stock_movements_at_zero on stock_movements (moved_at) where stock_after = 0 or stock_after = change;
