-- The items of pre-orders, which are few: the lists of what is to be packed leave out those whose day has not come.
create index order_lines_pre_ordered on order_lines (available_from, order_id) where available_from is not null;
