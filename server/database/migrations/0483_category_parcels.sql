-- What an item of a category weighs, and the box that it is sent in: length, breadth and height in cm. Null: as in the settings of the shop.
alter table categories
  add column item_weight_grams integer check (item_weight_grams between 1 and 100000),
  add column box_cm smallint[] check (array_length(box_cm, 1) = 3 and 0 < all (box_cm) and array_position(box_cm, null) is null);
