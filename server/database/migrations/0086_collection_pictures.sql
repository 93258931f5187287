-- A collection's own picture; without one the shop shows that of its first product.
alter table collections
  add column image_key text,
  add column placeholder_color text,
  add check ((image_key is null) = (placeholder_color is null));
