-- Products and orders are found by the beginning of a SKU or barcode, in any case.
create index product_sizes_sku_search on product_sizes (lower(sku) text_pattern_ops) where sku is not null;
create index product_sizes_barcode_search on product_sizes (lower(barcode) text_pattern_ops) where barcode is not null;
