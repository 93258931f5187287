-- The products and collections that a demo shop starts with, until the shop renames them. They can be removed together.
alter table products add column is_demo boolean not null default false;
alter table collections add column is_demo boolean not null default false;
create index products_demo on products (id) where is_demo;

-- Those of an existing demo shop: the key of a picture begins with the name of its file.
update products set is_demo = true from (values
  ('three-earths-hoodie-pack', 'Three Earths Hoodie Pack'), ('harbour-stripe-tee', 'Harbour Stripe Tee'),
  ('mid-indigo-cargo', 'Mid Indigo Cargo'), ('peepal-everyday-jogger', 'Peepal Everyday Jogger'),
  ('haldi-block-tee', 'Haldi Block Tee'), ('kohl-black-cargo', 'Kohl Black Cargo'),
  ('sanganer-sprig-tee', 'Sanganer Sprig Tee'), ('indigo-and-haldi-hoodie-pair', 'Indigo & Haldi Hoodie Pair'),
  ('madder-sun-tee', 'Madder Sun Tee'), ('ash-melange-jogger', 'Ash Melange Jogger'),
  ('olive-field-cargo', 'Olive Field Cargo'), ('rann-white-pocket-tee', 'Rann White Pocket Tee'),
  ('track-stripe-jogger', 'Track Stripe Jogger'), ('sun-bleached-cargo', 'Sun-Bleached Cargo'),
  ('gulmohar-yoke-pair', 'Gulmohar Yoke Pair'), ('kohl-boxy-tee', 'Kohl Boxy Tee'),
  ('multani-knee-jogger', 'Multani Knee Jogger'), ('raw-indigo-cargo', 'Raw Indigo Cargo'),
  ('neem-henley-tee', 'Neem Henley'), ('hill-station-zip-pair', 'Hill Station Zip Pair'),
  ('madder-block-jogger', 'Madder Block Jogger'), ('kohl-and-rann-hoodie-pair', 'Kohl & Rann Hoodie Pair'),
  ('indigo-dip-tee', 'Indigo Dip Tee'), ('ecru-workshop-cargo', 'Ecru Workshop Cargo'),
  ('jamun-fleece-jogger', 'Jamun Fleece Jogger'), ('chai-stripe-tee', 'Chai Stripe Tee'),
  ('varsity-band-pair', 'Varsity Band Pair'), ('kohl-patch-jogger', 'Kohl Patch Jogger'),
  ('orchard-hoodie-trio', 'Orchard Hoodie Trio'), ('stepwell-tee', 'Stepwell Tee'),
  ('turn-up-indigo-cargo', 'Turn-Up Indigo Cargo'), ('oat-lounge-jogger', 'Oat Lounge Jogger'),
  ('jamun-ringer-tee', 'Jamun Ringer Tee'), ('first-light-hoodie-pair', 'First Light Hoodie Pair'),
  ('monsoon-grey-cargo', 'Monsoon Grey Cargo'), ('weekend-sleeve-trio', 'Weekend Sleeve Trio'),
  ('sky-arches-tee', 'Sky Arches Tee'), ('dusk-blue-jogger', 'Dusk Blue Jogger'),
  ('tobacco-heavy-cargo', 'Tobacco Heavy Cargo'), ('monsoon-melange-tee', 'Monsoon Melange Tee'),
  ('indigo-sprig-kurta', 'Indigo Sprig Kurta'), ('haldi-festive-kurta', 'Haldi Festive Kurta'),
  ('madder-yoke-kurta', 'Madder Block Kurta'), ('neem-everyday-kurta', 'Neem Everyday Kurta'),
  ('harbour-popover-shirt', 'Harbour Collarless Shirt'), ('olive-popover-shirt', 'Olive Popover Shirt'),
  ('chai-pocket-shirt', 'Chai Pocket Shirt'), ('rann-white-kurta', 'Rann White Kurta'),
  ('stepwell-kurta', 'Stepwell Kurta'), ('monsoon-dip-shirt', 'Monsoon Dip Shirt')
) as demo (slug, demo_name) where name = demo_name and image_key ~ ('^' || slug || '-[0-9a-f]{8}');
update collections set is_demo = true where (slug, title) in (('earth-colours', 'Earth colours'), ('monsoon-ready', 'Monsoon ready'));
