-- Whose columns a file has: Wix', or those of an unknown program.
alter table product_imports drop constraint product_imports_source_check,
  add constraint product_imports_source_check check (source in ('own', 'shopify', 'woocommerce', 'wix', 'other'));
